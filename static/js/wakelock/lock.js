// One wake lock: requested, lost, requested again, released. Throws nothing where a browser has none, or
// refuses. Knows no page.

/** `report` gets the state: "yes"; "no": released; "refused" by the browser; "none": the browser has no
    wake lock, as on every page over plain http. */
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
