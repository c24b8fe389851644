// What an answer of the server says it is about: "token outcome", each part encoded.

const parts = (words) => (words ?? "").split(" ").map(decodeURIComponent);

/** { token, outcome }, with an outcome only if the server named one. */
export function answerOf(words) {
  const [token, outcome] = parts(words);
  return { token, outcome };
}
