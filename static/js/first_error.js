// Shows the first field that was refused, and focuses it.

const invalid = document.querySelector("main [aria-invalid=true]");
invalid?.scrollIntoView({ block: "center" });
invalid?.focus({ preventScroll: true });
