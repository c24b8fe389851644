// A finger that stays on a key does something else than a tap.

const LONG = 500;

let timer = 0;
let isLong = false;

/** ``selector``: such keys; ``may`` tells whether this one does anything, ``then`` does it. */
export function whenHeld(selector, may, then) {
  document.addEventListener("pointerdown", (event) => {
    const key = event.target.closest?.(selector);
    if (!key) return;
    isLong = false;
    clearTimeout(timer);
    if (!may(key)) return;
    timer = setTimeout(() => {
      isLong = true;
      navigator.vibrate?.(15);
      then(key);
    }, LONG);
  });
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest?.(selector)) event.preventDefault();
  });
}

for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => clearTimeout(timer));
}

/** Whether the click that follows was a long one, told once. */
export function wasHeld() {
  const was = isLong;
  isLong = false;
  return was;
}
