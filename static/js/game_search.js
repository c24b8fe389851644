// Searches games by name, also by other names ([data-game]); where none matches, by description and family; where
// that fails too, only the game that a group makes itself is shown ([data-own]). A game chosen among all
// games goes to the tiles.

const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** @param {Element} list the games, with the field to search them */
export function prepareSearch(list) {
  const field = list.querySelector("[data-find]");
  const input = field.querySelector("input");
  const noMatch = field.querySelector("[data-none]");
  const tiles = list.querySelector("[data-tiles]");
  const all = field.closest("details");
  const groups = [...list.querySelectorAll("[data-group]")];
  const games = groups.flatMap((group) => {
    const title = group.querySelector("[data-title]")?.textContent ?? "";
    return [...group.querySelectorAll("[data-game]")].map((game) => {
      const name = plain(`${game.querySelector(".game__name").textContent} ${game.dataset.game}`);
      return { game, name, text: plain(`${game.textContent} ${title}`) };
    });
  });
  const wanted = () => plain(input.value).split(" ");

  function search() {
    const has = (text) => wanted().every((word) => text.includes(word));
    const isNamed = games.some((entry) => has(entry.name));
    const isDescribed = isNamed || games.some((entry) => has(entry.text));
    for (const { game, name, text } of games) {
      const matches = isDescribed ? has(isNamed ? name : text) : "own" in game.dataset;
      game.hidden = !matches;
    }
    for (const group of groups) group.hidden = !group.querySelector("[data-game]:not([hidden])");
    noMatch.hidden = isDescribed;
    // What is found stands below the field.
    if (input.value) field.after(...(tiles ? [tiles] : []));
    else all?.before(tiles);
  }

  // A preset is chosen by its name, such as 201.
  function choosePreset(game) {
    const name = plain(game.querySelector(".game__name").textContent);
    const words = wanted().filter((word) => word && !name.includes(word));
    const isMeant = (chip) =>
      plain(chip.textContent)
        .split(" ")
        .some((word) => words.includes(word));
    const chip = [...game.querySelectorAll(".chip")].find(isMeant);
    chip?.querySelector("input").click();
  }

  input.addEventListener("input", () => {
    search();
    field.scrollIntoView({ block: "start" });
  });
  // Enter would press the first button of the page.
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
  // With a keyboard, the arrows choose one game after the other: they stay where they are.
  all?.addEventListener("click", (event) => {
    const radio = event.target;
    if (radio.name !== "variant" || radio.matches(":focus-visible")) return;
    const game = radio.closest("[data-game]");
    choosePreset(game);
    tiles.prepend(game);
    input.value = "";
    search();
    all.open = false;
    radio.focus({ preventScroll: true });
    list.scrollIntoView({ block: "start" });
  });
  // Closed with something typed, it would hide the tiles.
  all?.addEventListener("toggle", () => {
    if (all.open || !input.value) return;
    input.value = "";
    search();
  });
  field.hidden = false;
}

for (const list of document.querySelectorAll(".games:has([data-find])")) prepareSearch(list);
