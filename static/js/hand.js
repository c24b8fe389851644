// The form in which a hand is written, on the pages that have one.

export const form = () => document.getElementById("hand");

export const named = (name) => [...(form()?.elements ?? [])].filter((input) => input.name === name);

/** Fields for counts, as far as they are shown. */
export const counts = () =>
  [...(form()?.querySelectorAll("[data-pad]") ?? [])].filter(
    (input) => input.getClientRects().length > 0,
  );

/** Tells the page that an answer was changed by script. */
export const announce = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

/** A part of the page with what is in it, which no answer brings: it lies beside the form. */
export function filled(id) {
  const part = document.getElementById(id);
  const inside = document.getElementById(`${id}-inside`);
  if (inside && part && !part.firstElementChild) part.append(inside.content.cloneNode(true));
  return part;
}
