// Numbers typed with the digits of any script. Each has its ten digits in a row, from 0 on.

const DIGIT = /\p{Nd}/gu;
const isDigit = (code) => /\p{Nd}/u.test(String.fromCodePoint(code));

function value(digit) {
  const code = digit.codePointAt(0);
  let before = 0;
  while (isDigit(code - before - 1)) before += 1;
  return String(before % 10);
}

/** The number that a text shows; 0 for no text, NaN for another text. */
export const figure = (text) => Number(text.replace(DIGIT, value));
