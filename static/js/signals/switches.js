// What a device does when a hand is saved or a round is over: the user's choice, stored only on the device.

const KEY = "signal:";
const USUAL = { aloud: false, buzz: true, bell: false };

/** `getStorage` returns the browser's storage, or throws where it has none; then a choice lasts as long as
    the page. */
export function switches(getStorage) {
  const chosen = {};

  function read(name) {
    try {
      return getStorage().getItem(KEY + name);
    } catch {
      return null;
    }
  }

  function isOn(name) {
    const choice = chosen[name] ?? read(name);
    return choice === null ? USUAL[name] : choice === "on";
  }

  function turn(name) {
    chosen[name] = isOn(name) ? "off" : "on";
    try {
      getStorage().setItem(KEY + name, chosen[name]);
    } catch {
      // chosen for this page
    }
    return isOn(name);
  }

  return { isOn, turn };
}
