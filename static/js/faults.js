// Removes what a refused form says is wrong, once the preview of what was changed has a result.

const RESULTS = { slip: "#slip > details", shares: "#shares > .list" };
// What the referee says is about a show
const ERRORS = ".faults, .error:not(#referee *)";

document.addEventListener("htmx:afterSettle", ({ detail }) => {
  const result = RESULTS[detail.target?.id];
  const form = result && document.querySelector(result)?.closest("form");
  if (!form) return;
  for (const error of form.querySelectorAll(ERRORS)) error.remove();
  for (const input of form.querySelectorAll("[aria-invalid]:not(#referee *)"))
    input.removeAttribute("aria-invalid");
});
