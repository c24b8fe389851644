// The time until what failed is tried again: longer after each time, up to a limit.

const FIRST = 2000;
const LONGEST = 30000;

let timer = 0;
let wait = FIRST;

export function stop() {
  clearTimeout(timer);
}

export function later(retry) {
  stop();
  timer = setTimeout(retry, wait);
  wait = Math.min(wait * 2, LONGEST);
}

/** It worked: the next pause is a short one. */
export function reset() {
  stop();
  wait = FIRST;
}
