// The hand form, on the pages that have one.

export const form = () => document.getElementById("hand");

export const named = (name) => [...(form()?.elements ?? [])].filter((input) => input.name === name);

/** The visible fields for counts. */
export const counts = () =>
  [...(form()?.querySelectorAll("[data-pad]") ?? [])].filter(
    (input) => input.getClientRects().length > 0,
  );

/** Tells the page that a script changed an answer. */
export const announce = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

/** A part of the page outside of the form, filled from its template. */
export function filled(id) {
  const part = document.getElementById(id);
  const inside = document.getElementById(`${id}-inside`);
  if (inside && part && !part.firstElementChild) part.append(inside.content.cloneNode(true));
  return part;
}
