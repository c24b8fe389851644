// How many of a card there are, and how many lie elsewhere.

import { count } from "./text.js";

/** The copies of a card by a stock such as "JK:2 5H:1 3", where a bare number is for all others. */
export function copies(stock, face) {
  const told = stock.split(" ").map((one) => one.split(":"));
  const own = told.find(([name]) => name === face) ?? told.find(([, most]) => !most) ?? ["99"];
  return Number(own.at(-1));
}

/** How many of a card lie in other fields, each { whose, melds, cards }. Melds may be made of the
    same person's cards, so what is in both counts once. */
export function elsewhere(fields, face) {
  const taken = new Map();
  for (const { whose, melds, cards } of fields) {
    const kinds = taken.get(whose) ?? [0, 0];
    kinds[melds ? 1 : 0] += count(cards, face);
    taken.set(whose, kinds);
  }
  return [...taken.values()].reduce((all, kinds) => all + Math.max(...kinds), 0);
}
