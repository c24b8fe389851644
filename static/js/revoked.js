/** Replaces the page where the browser may no longer read it. */
export function showRevoked() {
  const template = document.getElementById("taken-back");
  if (!template) return;
  for (const part of document.querySelectorAll(".dock, .keep")) part.remove();
  const main = document.querySelector("main");
  main.replaceChildren(template.content.cloneNode(true));
  main.querySelector("[tabindex]").focus();
}
