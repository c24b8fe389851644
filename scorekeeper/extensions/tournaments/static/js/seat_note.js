// A note on the locked screen with one's own seat, when a round is published while the page of the day lives in
// the background. Nothing is asked for before a tap; a browser that ends the page shows nothing.

const EVERY = 15_000; // ms
const KEPT = "scorekeeper:seat-notes";
const button = document.querySelector("[data-seat-notes]");
const canShow = Boolean(button && navigator.serviceWorker && window.Notification);

const day = () => document.getElementById("day");
const isOn = () => Notification.permission === "granted" && localStorage.getItem(KEPT) === "on";
let address = ""; // of what is new since the last look
let shown = "";

function show() {
  button.hidden = Notification.permission === "denied";
  button.setAttribute("aria-pressed", String(isOn()));
}

/** The page shows it itself while somebody sees it. */
function follow() {
  address = day().getAttribute("hx-get");
  shown = day().dataset.seat ?? "";
}

async function look() {
  if (!document.hidden) return follow();
  const answer = await fetch(address, { headers: { "HX-Request": "true" } });
  if (answer.status !== 200) return;
  const news = new DOMParser().parseFromString(await answer.text(), "text/html");
  const part = news.getElementById("day");
  if (!part) return;
  address = part.getAttribute("hx-get");
  const seat = part.dataset.seat ?? "";
  if (seat && seat !== shown) await note(seat);
  shown = seat;
}

async function note(seat) {
  const registration = await navigator.serviceWorker.register(button.dataset.seatNotes);
  await registration.showNotification(seat, {
    body: document.title,
    icon: button.dataset.icon,
    tag: "seat", // takes the place of the one before
    renotify: true, // and sounds again
    data: location.href.split("#")[0],
  });
}

async function turn() {
  const wasOn = isOn();
  if (!wasOn) await Notification.requestPermission();
  localStorage.setItem(KEPT, wasOn ? "off" : "on");
  if (isOn()) await navigator.serviceWorker.register(button.dataset.seatNotes);
  show();
}

if (canShow) {
  follow();
  show();
  button.addEventListener("click", turn);
  setInterval(() => isOn() && look().catch(() => {}), EVERY);
}
