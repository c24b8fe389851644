// Turns up cards that were drawn for seats one by one, as at the table. They are drawn already, and
// kept: without this script all lie open at once.

function lay() {
  const list = document.querySelector("[data-turn]:not([data-turned])");
  if (!list) return;
  list.dataset.turned = "";
  const place = list.closest("#game-form");
  const next = list.parentElement.querySelector("[data-next]");
  const covered = [...list.children];
  for (const card of covered) card.hidden = true;
  place.classList.add("turning");
  next.hidden = false;
  next.addEventListener("click", () => {
    covered.shift().hidden = false;
    if (covered.length > 0) return;
    next.hidden = true;
    place.classList.remove("turning");
  });
  next.scrollIntoView({ block: "center" });
  next.focus({ preventScroll: true });
}

document.addEventListener("htmx:afterSettle", lay);
lay();
