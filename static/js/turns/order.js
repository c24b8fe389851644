// Who sits where, in the order of play.

/** These persons, as they sit after ``from``, up to ``to``. */
export function between(persons, first, last) {
  const round = [...persons, ...persons];
  const rest = round.slice(round.indexOf(first) + 1);
  return first === last ? [] : rest.slice(0, rest.indexOf(last) + 1);
}
