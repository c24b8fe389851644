// Cards as text: "5H 6H 7H / 9S 9D 9C". A stroke divides melds; signs may be typed for letters.

const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "JK", "\ufe0e": "" };

export const plain = (text) =>
  text.toUpperCase().replace(/♠|♥|♦|♣|★|\ufe0e/g, (sign) => SIGNS[sign]);

const split = (text) =>
  plain(text)
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((face) => face.replace(/^T/, "10"));

/** The cards of each meld. */
export const groups = (text) => text.split(/[/|]/).map(split);
/** All of them. */
export const cards = (text) => groups(text).flat();
export const joined = (melds) => melds.map((group) => group.join(" ")).join(" / ");
export const count = (all, face) => all.filter((card) => card === face).length;

/** One card more, in the last meld. */
export function added(text, face) {
  const melds = groups(text);
  melds.at(-1).push(face);
  return joined(melds);
}

/** One less of this card, the last one of it; the same text if there is none. */
export function without(text, face) {
  const melds = groups(text);
  const group = melds.findLast((meld) => meld.includes(face));
  if (!group) return text;
  group.splice(group.lastIndexOf(face), 1);
  return joined(melds);
}

/** Rank and suit; the joker has no suit. */
export const halves = (face) => (face === "JK" ? [face, ""] : [face.slice(0, -1), face.slice(-1)]);

const sign = (letter) => Object.keys(SIGNS).find((key) => SIGNS[key] === letter);

/** As a person reads it: 5♥ ★. */
export const pretty = (text) =>
  text
    .replace(/\b(10|[A2-9JQK])([SHDC])\b/g, (_all, rank, suit) => `${rank}${sign(suit)}\ufe0e`)
    .replace(/\bJK\b/g, sign("JK"));

// How many there are ---------------------------------------------------------------------------

/** The copies of a card by a stock such as "JK:2 5H:1 3", where a bare number is for all others. */
export function copies(stock, face) {
  const rules = stock.split(" ").map((entry) => entry.split(":"));
  const own = rules.find(([name]) => name === face) ?? rules.find(([, most]) => !most) ?? ["99"];
  return Number(own.at(-1));
}

/** How many of a card lie in other fields, each { whose, melds, cards }. Melds may be made of the
    same person's cards, so what is in both counts once. */
export function elsewhere(fields, face) {
  const byPlayer = new Map();
  for (const { whose, melds, cards: lying } of fields) {
    const kinds = byPlayer.get(whose) ?? [0, 0];
    kinds[melds ? 1 : 0] += count(lying, face);
    byPlayer.set(whose, kinds);
  }
  return [...byPlayer.values()].reduce((all, kinds) => all + Math.max(...kinds), 0);
}
