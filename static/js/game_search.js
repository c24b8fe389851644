// Searches a list of games by name, also by other names ([data-game]); where none matches, by description
// and family.

const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ");

for (const field of document.querySelectorAll("[data-find]")) {
  const input = field.querySelector("input");
  const noMatch = field.querySelector("[data-none]");
  const groups = [...field.parentElement.querySelectorAll("[data-group]")];
  const games = groups.flatMap((group) => {
    const title = group.querySelector("[data-title]")?.textContent ?? "";
    return [...group.querySelectorAll("[data-game]")].map((game) => {
      const name = plain(`${game.querySelector(".game__name").textContent} ${game.dataset.game}`);
      return { game, name, text: plain(`${game.textContent} ${title}`) };
    });
  });

  input.addEventListener("input", () => {
    const wanted = plain(input.value).trim().split(" ");
    const has = (text) => wanted.every((word) => text.includes(word));
    const isNamed = games.some((entry) => has(entry.name));
    for (const entry of games) entry.game.hidden = !has(isNamed ? entry.name : entry.text);
    for (const group of groups) group.hidden = !group.querySelector("[data-game]:not([hidden])");
    noMatch.hidden = groups.some((group) => !group.hidden);
    field.scrollIntoView({ block: "start" });
  });
  // Enter would press the first button of the page.
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
  field.hidden = false;
}
