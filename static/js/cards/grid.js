// The keys of the cards: the Tab key reaches one of them, arrow keys the others.

import { part } from "./fields.js";

export const cells = () => [...part("grid").children];
export const cell = () =>
  Math.max(
    0,
    cells().findIndex((key) => key.tabIndex === 0),
  );

export function go(place) {
  for (const [index, key] of cells().entries()) key.tabIndex = index === place ? 0 : -1;
}

export function arrow(name) {
  const all = cells();
  const across = all.filter((key) => key.offsetTop === all[0].offsetTop).length;
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[name];
  let place = all.indexOf(document.activeElement) + step;
  while (all[place]?.disabled) place += step;
  all[place]?.focus();
}
