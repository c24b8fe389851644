/* Where each row of a hand, and each thing in it that is tapped or read, stands on the page: left,
   top within its row, width and height. */

() => {
  const seen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true });
  };
  const says = (element) =>
    (element.textContent || element.getAttribute("aria-label") || element.name || "")
      .trim()
      .replace(/\s+/g, " ")
      .slice(0, 24);
  const found = [];
  for (const row of document.querySelectorAll("#hand .line, #hand .who")) {
    if (!seen(row)) continue;
    const frame = row.getBoundingClientRect();
    found.push({ says: says(row), at: [frame.left, 0, frame.width, frame.height] });
    for (const part of row.querySelectorAll(".line__name, .chip, button, [data-pad], summary")) {
      if (!seen(part)) continue;
      const box = part.getBoundingClientRect();
      found.push({ says: says(part), at: [box.left, box.top - frame.top, box.width, box.height] });
    }
  }
  return found;
};
