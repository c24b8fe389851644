// Turns up the cards drawn for seats one by one. The server has drawn and saved them; without this script all
// are visible at once. The game can start after the last one.

function coverCards() {
  const list = document.querySelector("[data-turn]:not([data-turned])");
  if (!list) return;
  list.dataset.turned = "";
  const place = list.closest("#game-form");
  const next = list.parentElement.querySelector("[data-next]");
  const unturned = place.querySelector("[data-unturned]");
  const covered = [...list.children];

  function turn(count) {
    for (const card of covered.splice(0, count)) card.hidden = false;
    const done = covered.length === 0;
    next.hidden = done;
    unturned.hidden = done;
    place.classList.toggle("turning", !done);
    if (done) place.querySelector(".draw__result").scrollIntoView({ block: "center" });
  }

  for (const card of covered) card.hidden = true;
  turn(0);
  next.addEventListener("click", () => turn(1));
  unturned.querySelector("[data-rest]").addEventListener("click", () => turn(covered.length));
  next.scrollIntoView({ block: "center" });
  next.focus({ preventScroll: true });
}

document.addEventListener("htmx:afterSettle", coverCards);
coverCards();
