// The result of a hand, as the page shows it after a save, in a sentence to be read aloud.

const text = (part) => part?.textContent.trim().replace(/\s+/g, " ") ?? "";

/** "Hand 7 saved. Meera wins, Omar 42, Dev 20." in the page's own words. */
export function sentence(result) {
  const lines = [...result.querySelectorAll(".result__line:not(.result__line--won)")];
  const changes = lines.flatMap((line) => {
    const name = text(line.querySelector(".result__name bdi")).replaceAll(/\s*\+\s*/g, ", ");
    const parts = [...(line.querySelector(".num")?.childNodes ?? [])].map(text);
    const change = (parts.find((part) => part) ?? "").replace(/^\+/, "");
    return name && change && change !== "0" ? [`${name} ${change}`] : [];
  });
  const won = text(result.querySelector(".result__won"));
  return `${text(result.querySelector(".result__said"))} ${[won, ...changes].join(", ")}.`;
}
