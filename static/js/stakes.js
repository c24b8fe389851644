// Shows the stakes of the chosen preset beside the start button.

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
  output.textContent = chosenStakes();
  output.hidden = !output.textContent;
}

document.addEventListener("change", sayStakes);
sayStakes();
