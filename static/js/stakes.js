// Says the chosen preset of each game, and beside the start button what the chosen one is played for.

const output = document.querySelector("[data-chosen-stakes]");

function chosenStakes() {
  const game = document.querySelector("[name=variant]:checked");
  const preset = game && document.querySelector(`[name="preset-${game.value}"]:checked`);
  if (!preset) return "";
  const stakes = document.querySelector(
    `[data-stakes="${CSS.escape(`${game.value} ${preset.value}`)}"]`,
  );
  return stakes?.textContent ?? (preset.value && output.dataset.none);
}

export function sayStakes() {
  for (const name of document.querySelectorAll("[data-preset]")) {
    const chip = name.closest("details").querySelector(".chip:has(:checked)");
    name.textContent = chip ? `: ${chip.textContent.trim()}` : "";
  }
  if (!output) return;
  output.textContent = chosenStakes();
  output.hidden = !output.textContent;
}

document.addEventListener("change", sayStakes);
sayStakes();
