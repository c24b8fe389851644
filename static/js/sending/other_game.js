// A notice above the page about a conflict in another game. After "Later", the next page shows it again.

// Tokens of hands whose notice was shown, or postponed
const shownTokens = new Set();

/** The address of a hand's game. */
export const game = (path) => path.match(/^.*?\/games\/\d+\//)?.[0];

const notice = () => document.getElementById("asked");

export const wasShown = (token) => shownTokens.has(token);

/** Shows the server's ``message``, if the hand is of another game than the page. Returns whether it is. */
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
