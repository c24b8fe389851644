/* What a page does wrong to the words on it, told as sentences. Run in the page with the width of
   the phone; nothing of the page is changed but how far it is scrolled. */

({ width }) => {
  const INSIDE = 0.22; // letters fill the middle of the box of their line
  const SLACK = 1.5;
  const told = new Set();
  const styles = new Map();

  const style = (element) => {
    if (!styles.has(element)) {
      const { position, overflowX, overflowY, clipPath, textOverflow } = getComputedStyle(element);
      styles.set(element, { position, overflowX, overflowY, clipPath, textOverflow });
    }
    return styles.get(element);
  };
  const once = (work) => {
    const known = new Map();
    return (element) => {
      if (!known.has(element)) known.set(element, work(element));
      return known.get(element);
    };
  };
  const short = (text) => {
    const line = text.trim().replace(/\s+/g, " ");
    return line.length > 40 ? `${line.slice(0, 40)}…` : line;
  };
  const named = (element) => {
    const first = typeof element.className === "string" ? element.className.split(" ")[0] : "";
    return element.tagName.toLowerCase() + (first && `.${first}`);
  };
  const ancestors = function* (element) {
    for (let up = element; up && up !== document.documentElement; up = up.parentElement) yield up;
  };

  /* Only for ears: clipped to nothing. */
  const unseen = once((element) =>
    [...ancestors(element)].some((up) => style(up).clipPath.startsWith("inset(50%")),
  );

  /* Boxes that cut what an element shows, each with the sides it cuts and whether it scrolls. */
  const cutters = once((element) => {
    const found = [];
    let lifted = "";
    for (const up of ancestors(element)) {
      if (up === document.body) break;
      const { position, overflowX: x, overflowY: y } = style(up);
      if (lifted === "absolute" && position === "static") continue;
      if (x !== "visible" || y !== "visible")
        found.push({ up, x, y, frame: up.getBoundingClientRect() });
      if (position === "fixed") break;
      lifted = position === "absolute" ? "absolute" : "";
    }
    return found;
  });
  const scrolls = (how) => how === "auto" || how === "scroll";
  const cuts = (how) => how === "hidden" || how === "clip";

  /* What lies over the page wherever it is scrolled to is a layer of its own. */
  const layerOf = once((element) => {
    for (const up of ancestors(element)) if (/fixed|sticky/.test(style(up).position)) return up;
    return null;
  });

  const opensToAll = (up) => {
    const summary = up.closest("summary");
    return summary && !summary.parentElement.open && style(up).textOverflow === "ellipsis";
  };

  const pieces = []; // every box of letters that can be seen, with where it belongs
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();

  function boxesOf(node, from, to) {
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter((box) => box.width > 0.5 && box.height > 0.5);
  }

  function letters(box) {
    const cut = box.height * INSIDE;
    return { left: box.left, right: box.right, top: box.top + cut, bottom: box.bottom - cut };
  }

  function seenOf(box, element, text) {
    const seen = letters(box);
    let sideways = false;
    let upright = false;
    for (const { up, x, y, frame } of cutters(element)) {
      const beyondX =
        !sideways && (seen.left < frame.left - SLACK || seen.right > frame.right + SLACK);
      const beyondY =
        !upright && (seen.top < frame.top - SLACK || seen.bottom > frame.bottom + SLACK);
      if (((beyondX && cuts(x)) || (beyondY && cuts(y))) && !opensToAll(up)) {
        told.add(`“${short(text)}” is clipped by ${named(up)}`);
      }
      sideways ||= scrolls(x);
      upright ||= scrolls(y);
      seen.left = Math.max(seen.left, frame.left);
      seen.right = Math.min(seen.right, frame.right);
      seen.top = Math.max(seen.top, frame.top);
      seen.bottom = Math.min(seen.bottom, frame.bottom);
    }
    if (!sideways && (seen.left < -SLACK || seen.right > width + SLACK)) {
      told.add(`“${short(text)}” is cut by the edge of the screen`);
    }
    return seen;
  }

  const brush = document.createElement("canvas").getContext("2d");
  function widthOf(text, element) {
    brush.font = getComputedStyle(element).font;
    return brush.measureText(text).width;
  }

  /* A word over two lines; one that no line of a card on this screen could hold may be. */
  function broken(node, element) {
    const addresses = [...node.data.matchAll(/\S*[\w)][./]\w\S*/g)];
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{M}\p{N}'’.,:!?]{2,}/gu)) {
      if (addresses.some((at) => index >= at.index && index < at.index + at[0].length)) continue;
      if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(word)) continue;
      const lines = boxesOf(node, index, index + word.length).map((box) => box.top);
      if (Math.max(...lines) - Math.min(...lines) < 4) continue;
      if (/vertical/.test(getComputedStyle(element).writingMode)) continue;
      if (widthOf(word, element) <= width - 56) {
        told.add(
          `“${word}” is broken inside, in ${named(element)} “${short(element.textContent)}”`,
        );
      }
    }
  }

  /* Two things said without a space between them. */
  let before = null;
  function runsOn(node, boxes) {
    const last = before?.boxes.at(-1);
    const first = boxes[0];
    if (last && first && Math.abs(first.left - last.right) < 0.5 && last.bottom > first.top) {
      const said = before.node.data;
      const quotes = /[\p{L}\p{N}.!?]$/u.test(said) && /^[“(]/.test(node.data);
      if (quotes || (/\p{L}{2}$/u.test(said) && /^\p{L}{2}/u.test(node.data))) {
        told.add(`“${short(said)}” runs into “${short(node.data)}”`);
      }
    }
    before = { node, boxes };
  }

  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, style, template, noscript, option")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (unseen(element)) continue;
    const boxes = boxesOf(node, 0, node.length);
    const layer = layerOf(element);
    for (const box of boxes) {
      const seen = seenOf(box, element, node.data);
      if (seen.right - seen.left > 1 && seen.bottom - seen.top > 1) {
        pieces.push({ ...seen, node, element, layer });
      }
    }
    if (boxes.length > 1) broken(node, element);
    runsOn(node, boxes);
  }

  pieces.sort((a, b) => a.top - b.top);
  pieces.forEach((one, at) => {
    for (let next = at + 1; next < pieces.length && pieces[next].top < one.bottom - 2; next += 1) {
      const other = pieces[next];
      if (other.node === one.node || other.layer !== one.layer) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - other.top;
      if (across > 2 && down > 2) {
        told.add(`“${short(one.node.data)}” lies over “${short(other.node.data)}”`);
      }
    }
  });

  /* Fields: a choice, a hint or a number that is cut. Free text scrolls in its field. */
  for (const field of document.querySelectorAll("select, input, textarea")) {
    if (/^(hidden|radio|checkbox|file|submit)$/.test(field.type)) continue;
    if (
      !field.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      unseen(field)
    )
      continue;
    const isNumber = field.matches(
      ".num, [inputmode=numeric], [inputmode=decimal], [inputmode=none]",
    );
    const shown =
      field.tagName === "SELECT"
        ? (field.selectedOptions[0]?.text ?? "")
        : field.value
          ? isNumber
            ? field.value
            : ""
          : field.placeholder;
    const look = getComputedStyle(field);
    const room = field.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight);
    const needed = widthOf(shown, field);
    if (field.tagName === "SELECT" && needed > width - 96) continue; // opens, to all of it
    if (shown && field.tagName !== "TEXTAREA" && needed > room + SLACK) {
      told.add(`“${short(shown)}” does not fit into ${named(field)} ${field.name}`);
    }
  }

  /* The page itself does not scroll sideways. */
  const wider = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - width;
  if (wider > 1) {
    const culprit = [...document.querySelectorAll("body *")].find(
      (element) =>
        element.getBoundingClientRect().right > width + 1 &&
        !cutters(element).some(({ up, x }) => up !== element && x !== "visible"),
    );
    told.add(
      `the page is ${wider} px wider than the screen${culprit ? `, by ${named(culprit)}` : ""}`,
    );
  }

  /* What is docked leaves room to read, and the end of the page can be scrolled clear of it. */
  const scrolled = scrollY;
  const docked = [...document.querySelectorAll("body *")].filter(
    (element) =>
      /fixed|sticky/.test(style(element).position) &&
      element.getClientRects().length &&
      !element.parentElement.closest(".table-scroll") &&
      layerOf(element.parentElement) === null,
  );
  scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
  const below = docked
    .map((element) => ({ element, ...element.getBoundingClientRect().toJSON() }))
    .filter((box) => box.bottom > innerHeight - 2 && box.top > 0);
  for (const box of below) {
    for (const { node, element } of pieces.filter((piece) => piece.layer === null)) {
      range.selectNodeContents(node);
      const last = [...range.getClientRects()].at(-1);
      if (!last || cutters(element).some(({ y }) => scrolls(y))) continue;
      if (letters(last).bottom > box.top + 2 && last.top < innerHeight) {
        told.add(`“${short(node.data)}” cannot be scrolled clear of ${named(box.element)}`);
      }
    }
  }
  for (const element of docked.filter((each) => style(each).position === "fixed")) {
    const box = element.getBoundingClientRect();
    if (
      (box.top < -1 || box.bottom > innerHeight + 1) &&
      !scrolls(style(element).overflowY) &&
      !element.matches(".skip")
    )
      told.add(`${named(element)} is higher than the screen`);
  }
  scrollTo({ top: scrolled, behavior: "instant" });
  return [...told];
};
