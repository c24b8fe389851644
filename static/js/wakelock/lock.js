// One lock on the sleep of this screen: asked for, lost, asked for again, let go. A browser that has
// none, or refuses, throws nothing here. Knows no page.

/** `tell` hears how it stands: "yes"; "no": let go; "refused": by the browser, now; "none": the
    browser has no such thing, as on every page that came by plain http. */
export function lock(browser, report) {
  let current = null;
  let isWanted = false;
  let isRequesting = false;

  function drop(lost) {
    if (current !== lost) return;
    current = null;
    report("no");
  }

  async function ask() {
    isWanted = true;
    if (!browser.wakeLock) return report("none");
    if (current || isRequesting) return;
    isRequesting = true;
    try {
      const granted = await browser.wakeLock.request("screen");
      if (!isWanted) return await granted.release();
      current = granted;
      granted.addEventListener("release", () => drop(granted));
      report("yes");
    } catch {
      report("refused");
    } finally {
      isRequesting = false;
    }
  }

  async function leave() {
    isWanted = false;
    const old = current;
    if (!old) return;
    drop(old);
    await old.release().catch(() => {});
  }

  return { ask, leave };
}
