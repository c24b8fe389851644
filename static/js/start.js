// Sends the time zone to the server, which guesses from it where the players are: the games best known there
// stand first, and the stakes of each preset are in that currency.

import { prepareSearch } from "./game_search.js";
import { sayStakes } from "./stakes.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

for (const field of document.querySelectorAll("[data-time-zone]")) field.value = zone;

/** Whether somebody is choosing a game already: then no game moves. */
const isInUse = (games) =>
  games.querySelector("[name=variant]:checked, details[open], .error") ||
  games.contains(document.activeElement);

async function say(field) {
  const answer = await fetch(`${field.dataset.timeZone}?time_zone=${encodeURIComponent(zone)}`);
  if (!answer.ok || answer.status === 204) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [shown, local] = [document, page].map((place) => place.querySelector(".games"));
  if (isInUse(shown)) {
    for (const stakes of page.querySelectorAll("[data-stakes]")) {
      const old = document.querySelector(`[data-stakes="${CSS.escape(stakes.dataset.stakes)}"]`);
      if (old) old.textContent = stakes.textContent;
    }
  } else {
    shown.replaceWith(local);
    prepareSearch(local);
  }
  sayStakes();
}

for (const field of document.querySelectorAll("[data-time-zone^='/']")) say(field).catch(() => {});
