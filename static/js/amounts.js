// Amounts among house rules: what stands in one gives way to what is typed, and what is played for
// is said again while somebody types. A page that replaces the field meanwhile selects nothing.

const isAmount = (field) => field.matches?.("#options input[inputmode=decimal]");
const isWhole = (text) => /^\p{Nd}+([.,]\p{Nd}+)?$/u.test(text.trim());

let swapping = false;
let fresh = null;
let soon = 0;

document.addEventListener("htmx:beforeSwap", () => {
  swapping = true;
});
document.addEventListener("htmx:afterSettle", () => {
  swapping = false;
});
document.addEventListener("htmx:afterRequest", () => {
  swapping = false;
});

document.addEventListener("focusin", ({ target }) => {
  fresh = isAmount(target) && !swapping ? target : null;
  fresh?.select();
});

// A tap that brought the focus ends with a caret.
document.addEventListener("click", ({ target }) => {
  if (target === fresh) target.select();
  fresh = null;
});

function saySoon(field) {
  clearTimeout(soon);
  if (!isAmount(field) || !isWhole(field.value)) return;
  soon = setTimeout(() => field.dispatchEvent(new Event("change", { bubbles: true })), 300);
}

document.addEventListener("input", ({ target }) => {
  fresh = null;
  saySoon(target);
});

document.addEventListener("change", () => clearTimeout(soon));

// Somebody may have typed before this came.
const begun = document.activeElement;
if (isAmount(begun) && begun.value !== begun.defaultValue) saySoon(begun);

// What was refused is shown where it stands.
const wrong = document.querySelector("#game-form [aria-invalid=true]");
wrong?.scrollIntoView({ block: "center" });
wrong?.focus({ preventScroll: true });
