// Says beside the button that starts what the chosen way of playing is played for: it stands with
// that, further up.

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
