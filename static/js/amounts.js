// Amounts among house rules: what stands in one gives way to what is typed, and what is played for
// is said again while somebody types. A page that replaces the field meanwhile selects nothing.

const isAmount = (field) => field.matches?.("#options input[inputmode=decimal]");
const isWhole = (text) => /^\p{Nd}+([.,]\p{Nd}+)?$/u.test(text.trim());

let isSwapping = false;
let focusedAmount = null;
let timer = 0;

document.addEventListener("htmx:beforeSwap", () => {
  isSwapping = true;
});
document.addEventListener("htmx:afterSettle", () => {
  isSwapping = false;
});
document.addEventListener("htmx:afterRequest", () => {
  isSwapping = false;
});

document.addEventListener("focusin", ({ target }) => {
  focusedAmount = isAmount(target) && !isSwapping ? target : null;
  focusedAmount?.select();
});

// A tap that brought the focus ends with a caret.
document.addEventListener("click", ({ target }) => {
  if (target === focusedAmount) target.select();
  focusedAmount = null;
});

function announceSoon(field) {
  clearTimeout(timer);
  if (!isAmount(field) || !isWhole(field.value)) return;
  timer = setTimeout(() => field.dispatchEvent(new Event("change", { bubbles: true })), 300);
}

document.addEventListener("input", ({ target }) => {
  focusedAmount = null;
  announceSoon(target);
});

document.addEventListener("change", () => clearTimeout(timer));

// Somebody may have typed before this came.
const focused = document.activeElement;
if (isAmount(focused) && focused.value !== focused.defaultValue) announceSoon(focused);

// What was refused is shown where it stands.
const invalid = document.querySelector("#game-form [aria-invalid=true]");
invalid?.scrollIntoView({ block: "center" });
invalid?.focus({ preventScroll: true });
