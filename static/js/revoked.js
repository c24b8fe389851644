/** The browser may not look any more: take away what it still shows. */
export function takenBack() {
  const word = document.getElementById("taken-back");
  if (!word) return;
  for (const each of document.querySelectorAll(".dock, .keep")) each.remove();
  const main = document.querySelector("main");
  main.replaceChildren(word.content.cloneNode(true));
  main.querySelector("[tabindex]").focus();
}
