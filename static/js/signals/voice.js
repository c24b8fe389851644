// Reads a sentence aloud in the language of its page. Knows no page.

/** `browser`: the window. A new sentence takes the place of one that is being read. */
export function voice(browser) {
  const can = Boolean(browser.speechSynthesis && browser.SpeechSynthesisUtterance);

  function say(text, language) {
    if (!can || !text) return;
    browser.speechSynthesis.cancel();
    const sentence = new browser.SpeechSynthesisUtterance(text);
    sentence.lang = language;
    browser.speechSynthesis.speak(sentence);
  }

  function stop() {
    if (can) browser.speechSynthesis.cancel();
  }

  return { can, say, stop };
}
