// Amounts among house rules: focus selects the text, so that input replaces it, and the stakes are updated
// while the user types. Nothing is selected while the server replaces the field. Start waits for that update.

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

// The tap that focused the field removed the selection.
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

// The user may have typed before this was loaded.
const focused = document.activeElement;
if (isAmount(focused) && focused.value !== focused.defaultValue) announceSoon(focused);

// A tap on Start right after the input: the page then shows the stakes that are sent. Until htmx has settled what
// it replaced, the fields have their former values.
let isUpdating = false;
let submitLater = null;

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.elt.id === "options") isUpdating = true;
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.elt.id !== "options") return; // detail.elt may be replaced
  isUpdating = false;
  if (submitLater) setTimeout(submitLater, 2 * window.htmx.config.defaultSettleDelay);
  submitLater = null;
});

document.addEventListener("submit", (event) => {
  if (!isUpdating) return;
  event.preventDefault();
  const { target, submitter } = event;
  submitLater = () => target.requestSubmit(submitter);
});
