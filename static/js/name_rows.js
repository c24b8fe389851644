// Adds a row to a list of names when all are filled.

for (const rows of document.querySelectorAll("[data-names]")) {
  const moreButton = document.querySelector("[data-more]");

  const add = () => {
    const row = rows.lastElementChild.cloneNode(true);
    const input = row.querySelector("input");
    const number = rows.children.length + 1;
    input.value = "";
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
    row.querySelector(".error")?.remove();
    const label = input.placeholder.replace(/\p{Nd}+/u, number);
    row.querySelector(".visually-hidden").textContent = input.placeholder = label;
    rows.append(row);
    return input;
  };

  rows.addEventListener("input", () => {
    const inputs = [...rows.querySelectorAll("input")];
    if (inputs.length < 30 && inputs.every((input) => input.value.trim())) add();
  });

  // Enter moves to the next name instead of starting the game.
  rows.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const inputs = [...rows.querySelectorAll("input")];
    inputs[inputs.indexOf(event.target) + 1]?.focus();
  });

  if (moreButton) {
    moreButton.hidden = false;
    moreButton.type = "button";
    moreButton.addEventListener("click", () => add().focus());
  }
}
