// A notice above the page about a conflict in another game, or a hand that can no longer be saved there. After
// "Later", the next page shows the conflict again.

// Tokens of hands whose notice was shown, or postponed
const shownTokens = new Set();

/** The address of a hand's game. */
export const game = (path) => path.match(/^.*?\/games\/\d+\//)?.[0];

const notice = () => document.getElementById("asked");

export const wasShown = (token) => shownTokens.has(token);

/** Shows the server's ``message``, if the hand is of another game than the page; ``isGone``: it can never be
    saved. Returns whether it is. */
export function show({ token, place }, message = "", isGone = false) {
  const ownGame = game(place);
  if (!notice() || !ownGame || ownGame === game(location.pathname)) return false;
  shownTokens.add(token);
  notice().querySelector(".asked__what").textContent = /[.!?]$/.test(message)
    ? message
    : `${message}.`;
  notice().querySelector("a").href = `${ownGame}hand/`;
  for (const part of notice().querySelectorAll("[data-decide]")) part.hidden = isGone;
  for (const part of notice().querySelectorAll("[data-lost]")) part.hidden = !isGone;
  notice().hidden = false;
  return true;
}

globalThis.document?.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-later]")) notice().hidden = true;
});
