// Offers to put the app on the home screen: on one day, and never after "No, thanks". The page of a group
// has the offer from a device's second evening on (website/home/_install.html).

const KEY = "scorekeeper install"; // "no", or the day of the offer
const offer = document.getElementById("install");
const part = (name) => offer.querySelector(`[data-install="${name}"]`);
const today = () => new Date().toDateString();

function answer() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return "no"; // it could not be remembered
  }
}

function remember(value) {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // no space: offered again
  }
}

function show(name) {
  if (![null, today()].includes(answer())) return;
  remember(today());
  offer.hidden = part(name).hidden = false;
}

function decline() {
  remember("no");
  offer.hidden = true;
}

// On other pages, too: else Chrome makes an offer of its own, on the first evening.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  if (!offer) return;
  part("ask").onclick = () => {
    decline(); // a browser asks no second time
    event.prompt();
  };
  show("ask");
});

if (offer) {
  part("no").addEventListener("click", decline);
  if (navigator.standalone === false) show("share"); // Safari on iPhones and iPads has no such event
}
