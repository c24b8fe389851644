// Cards as text: "5H 6H 7H / 9S 9D 9C". Strokes separate melds; users may type signs for letters.

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
/** The cards of all melds. */
export const cards = (text) => groups(text).flat();
export const joined = (melds) => melds.map((group) => group.join(" ")).join(" / ");
export const count = (all, face) => all.filter((card) => card === face).length;

/** Adds a card to the last meld. */
export function added(text, face) {
  const melds = groups(text);
  melds.at(-1).push(face);
  return joined(melds);
}

/** Removes the last copy of a card; returns the same text if there is none. */
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

/** The text with signs: 5♥ ★. */
export const pretty = (text) =>
  text
    .replace(/\b(10|[A2-9JQK])([SHDC])\b/g, (_all, rank, suit) => `${rank}${sign(suit)}\ufe0e`)
    .replace(/\bJK\b/g, sign("JK"));

// Copies ---------------------------------------------------------------------------------------

/** The copies of a card in a stock such as "JK:2 5H:1 3"; the bare number is for all other cards. */
export function copies(stock, face) {
  const rules = stock.split(" ").map((entry) => entry.split(":"));
  const own = rules.find(([name]) => name === face) ?? rules.find(([, most]) => !most) ?? ["99"];
  return Number(own.at(-1));
}

/** How many copies of a card are in other fields, each { whose, melds, cards }. Melds may consist of the
    same person's cards, so a card in both counts once. */
export function elsewhere(fields, face) {
  const byPlayer = new Map();
  for (const { whose, melds, cards: lying } of fields) {
    const kinds = byPlayer.get(whose) ?? [0, 0];
    kinds[melds ? 1 : 0] += count(lying, face);
    byPlayer.set(whose, kinds);
  }
  return [...byPlayer.values()].reduce((all, kinds) => all + Math.max(...kinds), 0);
}
