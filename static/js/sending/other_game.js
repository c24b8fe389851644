// A hand of another game that the server asks about: told above the page, which stays as it is.
// Who puts it off is told again by the next page.

const shownTokens = new Set(); // tokens of hands that were told here, or put off

/** The game that a hand belongs to: the beginning of its address. */
export const game = (path) => path.match(/^.*?\/games\/\d+\//)?.[0];

const notice = () => document.getElementById("asked");

export const wasShown = (token) => shownTokens.has(token);

/** Whether the hand is of another game than the page, and was told so. ``message``: what the server
    says of it. */
export function show({ token, place }, message = "") {
  const ownGame = game(place);
  if (!notice() || !ownGame || ownGame === game(location.pathname)) return false;
  shownTokens.add(token);
  notice().querySelector(".asked__what").textContent = /[.!?]$/.test(message)
    ? message
    : `${message}.`;
  notice().querySelector("a").href = `${ownGame}hand/`;
  notice().hidden = false;
  return true;
}

globalThis.document?.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-later]")) notice().hidden = true;
});
