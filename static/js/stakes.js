// Says beside the button that starts what the chosen way of playing is played for: it stands with
// that, further up.

const told = document.querySelector("[data-chosen-stakes]");

function chosen() {
  const game = document.querySelector("[name=variant]:checked");
  const way = game && document.querySelector(`[name="preset-${game.value}"]:checked`);
  if (!way) return "";
  const stakes = document.querySelector(
    `[data-stakes="${CSS.escape(`${game.value} ${way.value}`)}"]`,
  );
  return stakes?.textContent ?? (way.value && told.dataset.none);
}

export function sayStakes() {
  told.textContent = chosen();
  told.hidden = !told.textContent;
}

document.addEventListener("change", sayStakes);
sayStakes();
