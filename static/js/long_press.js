// A long press on a key does something else than a tap.

const LONG = 500;

let timer = 0;
let isLong = false;

/** ``selector``: of the keys; ``canPress``: whether a long press on this one does something; ``act`` does it. */
export function whenHeld(selector, canPress, act) {
  document.addEventListener("pointerdown", (event) => {
    const key = event.target.closest?.(selector);
    if (!key) return;
    isLong = false;
    clearTimeout(timer);
    if (!canPress(key)) return;
    timer = setTimeout(() => {
      isLong = true;
      navigator.vibrate?.(15);
      act(key);
    }, LONG);
  });
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest?.(selector)) event.preventDefault();
  });
}

for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => clearTimeout(timer));
}

/** Whether the click ended a long press; true once. */
export function wasHeld() {
  const wasLong = isLong;
  isLong = false;
  return wasLong;
}
