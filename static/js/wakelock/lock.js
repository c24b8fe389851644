// One lock on the sleep of this screen: asked for, lost, asked for again, let go. A browser that has
// none, or refuses, throws nothing here. Knows no page.

/** `tell` hears how it stands: "yes"; "no": let go; "refused": by the browser, now; "none": the
    browser has no such thing, as on every page that came by plain http. */
export function lock(browser, tell) {
  let held = null;
  let wanted = false;
  let asking = false;

  function lost(one) {
    if (held !== one) return;
    held = null;
    tell("no");
  }

  async function ask() {
    wanted = true;
    if (!browser.wakeLock) return tell("none");
    if (held || asking) return;
    asking = true;
    try {
      const got = await browser.wakeLock.request("screen");
      if (!wanted) return await got.release();
      held = got;
      got.addEventListener("release", () => lost(got));
      tell("yes");
    } catch {
      tell("refused");
    } finally {
      asking = false;
    }
  }

  async function leave() {
    wanted = false;
    const one = held;
    if (!one) return;
    lost(one);
    await one.release().catch(() => {});
  }

  return { ask, leave };
}
