// What a browser supports: checked before anything is downloaded. Knows no page.

/** Why a session cannot be available offline, as a key; "" if it can. */
export function hindrance(browser) {
  if (!browser.isSecureContext) return "no-https";
  const { navigator } = browser;
  if (!navigator.serviceWorker || !browser.caches || !browser.indexedDB) return "no-worker";
  return browser.WebAssembly && browser.DecompressionStream ? "" : "no-wasm";
}

/** Whether a download may cost money; true where the browser does not say. */
export function isMetered({ connection }) {
  if (!connection) return true;
  const { saveData, type, effectiveType } = connection;
  return Boolean(saveData) || type === "cellular" || ["slow-2g", "2g"].includes(effectiveType);
}

/** Why the download failed, as a key. */
export async function failureReason(error, { storage }) {
  const { quota = 1, usage = 0 } = (await storage?.estimate?.()) ?? {};
  const isFull = error?.name === "QuotaExceededError" || /quota/i.test(String(error));
  return isFull || usage > 0.95 * quota ? "no-room" : "failed";
}
