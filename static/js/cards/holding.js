// A finger that stays on a card takes one back.

const LONG = 500;

let timer = 0;
let isLong = false;

/** ``may`` tells whether there is one to take back, ``then`` takes it. */
export function whenHeld(may, then) {
  document.addEventListener("pointerdown", (event) => {
    const face = event.target.closest?.("[data-face]")?.dataset.face;
    isLong = false;
    clearTimeout(timer);
    if (!face || !may(face)) return;
    timer = setTimeout(() => {
      isLong = true;
      navigator.vibrate?.(15);
      then(face);
    }, LONG);
  });
}

for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => clearTimeout(timer));
}
document.addEventListener("contextmenu", (event) => {
  if (event.target.closest?.("[data-face]")) event.preventDefault();
});

/** Whether the click that follows was a long one, told once. */
export function wasHeld() {
  const was = isLong;
  isLong = false;
  return was;
}
