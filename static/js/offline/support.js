// What a browser can: asked before anything is fetched. Knows no page.

/** Why a session cannot come along, in a word; "" if it can. */
export function hindrance(browser) {
  if (!browser.isSecureContext) return "no-https";
  const { navigator } = browser;
  if (!navigator.serviceWorker || !browser.caches || !browser.indexedDB) return "no-worker";
  return browser.WebAssembly && browser.DecompressionStream ? "" : "no-wasm";
}

/** Whether what is fetched may cost money: where the browser does not say, it may. */
export function isMetered({ connection }) {
  if (!connection) return true;
  const { saveData, type, effectiveType } = connection;
  return Boolean(saveData) || type === "cellular" || ["slow-2g", "2g"].includes(effectiveType);
}

/** Why it failed. */
export async function failureReason(error, { storage }) {
  const { quota = 1, usage = 0 } = (await storage?.estimate?.()) ?? {};
  const isFull = error?.name === "QuotaExceededError" || /quota/i.test(String(error));
  return isFull || usage > 0.95 * quota ? "no-room" : "failed";
}
