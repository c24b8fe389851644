// Who sits where, in the order of play.

/** These persons, as they sit after ``from``, up to ``to``. */
export function between(persons, from, to) {
  const round = [...persons, ...persons];
  const after = round.slice(round.indexOf(from) + 1);
  return from === to ? [] : after.slice(0, after.indexOf(to) + 1);
}
