// The screen stays on while somebody enters or watches hands. <html data-awake> has the state
// (wakelock/lock.js), for pages that show it.

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
