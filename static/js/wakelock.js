// The screen stays on while a hand is written or watched. How it stands is said in <html data-awake>
// (wakelock/lock.js), for a page that wants to tell it.

import { lock } from "./wakelock/lock.js";

const screen = lock(navigator, (state) => {
  document.documentElement.dataset.awake = state;
});

const ask = () => document.hidden || screen.ask();

document.addEventListener("visibilitychange", ask); // a hidden page loses it
document.addEventListener("pointerdown", ask); // some browsers refuse before the first touch
addEventListener("pageshow", ask);
addEventListener("pagehide", screen.leave);
ask();
