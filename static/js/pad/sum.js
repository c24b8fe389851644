// The text of the number pad: "12+7+10".

import { figure } from "../digits.js";

const DIGITS = 4;

export const sum = (text) =>
  text.split("+").reduce((all, part) => all + (part === "-" ? 0 : figure(part)), 0);

/** The text after a key: a digit, "+", "back" or "±", which turns the sign of the last number. */
export function pressed(text, key) {
  if (key === "back") return text.slice(0, -1);
  if (key === "±") return text.endsWith("-") ? text.slice(0, -1) : turned(text);
  if (key === "+") return text && !text.endsWith("+") ? `${text}+` : text;
  if (text.split("+").at(-1).replace("-", "").length >= DIGITS) return text;
  return text === "0" ? key : text + key;
}

/** The text with the other sign before its last number. */
function turned(text) {
  const [, before, last] = text.match(/^(.*\+)?(.*)$/);
  return `${before ?? ""}${last.startsWith("-") ? last.slice(1) : `-${last}`}`;
}

/** Whether a number is complete: with one digit more it would only be cut to the ``cap``; where there is none,
    it has as many digits as the largest, ``most``. One that can only be 0 is never complete. */
export function isWhole(text, most, cap = Infinity) {
  if (!/^[1-9]\d*$/.test(text)) return false;
  if (cap < Infinity) return text.length > 1 && Number(text) * 10 > cap;
  return most > 0 && text.length >= String(most).length;
}

/** The text above the keys: a sum with its result. */
export const shown = (text) =>
  (text.includes("+") ? `${text.replaceAll("+", " + ")} = ${sum(text)}` : text).replaceAll(
    "-",
    "−",
  );
