// What a phone does when a hand is saved, as its holder has chosen; kept on the phone alone.

const KEY = "signal:";
const USUAL = { aloud: false, buzz: true };

/** `kept`: gives the phone's storage, or throws where it has none; then a choice lasts as long as its page. */
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
