// The keys of the cards: one is in the order of tabs, and arrows go to the others; a finger that
// stays on a card takes one back.

import { part } from "./fields.js";

export const cells = () => [...part("grid").children];
export const cell = () =>
  Math.max(
    0,
    cells().findIndex((key) => key.tabIndex === 0),
  );

export function go(place) {
  for (const [each, key] of cells().entries()) key.tabIndex = each === place ? 0 : -1;
}

export function arrow(name) {
  const all = cells();
  const across = all.filter((key) => key.offsetTop === all[0].offsetTop).length;
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[name];
  let place = all.indexOf(document.activeElement) + step;
  while (all[place]?.disabled) place += step;
  all[place]?.focus();
}

// Fingers ------------------------------------------------------------------------------------

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
