// Shows the first error of a form that was refused, and focuses the first field.

const invalid = document.querySelector("main [aria-invalid=true]");
const first = document.querySelector("main :is([aria-invalid=true], .error)");
first?.scrollIntoView({ block: "center" });
invalid?.focus({ preventScroll: true });
