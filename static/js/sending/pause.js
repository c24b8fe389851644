// The pause before a retry: longer after each failure, up to a limit.

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

/** After a success: the next pause is short again. */
export function reset() {
  stop();
  wait = FIRST;
}
