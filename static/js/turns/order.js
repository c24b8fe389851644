// The order of play.

/** The persons after ``first``, up to ``last``. */
export function between(persons, first, last) {
  const round = [...persons, ...persons];
  const rest = round.slice(round.indexOf(first) + 1);
  return first === last ? [] : rest.slice(0, rest.indexOf(last) + 1);
}
