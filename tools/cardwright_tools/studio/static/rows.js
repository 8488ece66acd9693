// Lists that are shown again and again: rows that stay are changed in place, so that they keep the focus.

const known = new WeakMap(); // the rows of each list, by key

// `make()` returns a row: its `element`, and `show(one)`, which makes it show one of `found`. Those with the same key are
// the same row. If the row that has the focus goes, the one in its place gets it.
export function showRows(list, found, keyOf, make) {
  const before = known.get(list) ?? new Map(), now = new Map();
  const at = [...list.children].findIndex((one) => one.contains(document.activeElement));
  for (const one of found) {
    let key = keyOf(one);
    while (now.has(key)) key += " again";
    const row = before.get(key) ?? make();
    row.show(one);
    now.set(key, row);
  }
  known.set(list, now);
  arrange(list, [...now.values()].map((row) => row.element));
  if (at >= 0 && !list.contains(document.activeElement)) focusIn(list.children[Math.min(at, list.children.length - 1)] ?? list);
}

// An element that is moved would lose the focus, so only others are.
function arrange(list, elements) {
  const staying = new Set(elements);
  for (const old of [...list.children]) if (!staying.has(old)) old.remove();
  elements.forEach((one, index) => {
    if (list.children[index] !== one) list.insertBefore(one, list.children[index] ?? null);
  });
}

function focusIn(row) {
  const target = row.matches("button") ? row : row.querySelector("button") ?? row.closest("[tabindex]");
  target?.focus({ preventScroll: true });
}

// Sets the text of an element, unless it has it already.
export function setText(made, words) {
  if (made.textContent !== words) made.textContent = words;
}
