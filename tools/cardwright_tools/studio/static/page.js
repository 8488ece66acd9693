// What all rooms of the page share: its elements, words for whoever uses it, and offsets in texts.

export const byId = (id) => document.getElementById(id);

// Texts of packs become text nodes, and never markup.
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, handler] of Object.entries(value)) made.addEventListener(event, handler);
    else if (value !== undefined && value !== null && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// Of the page and of its tab: whoever has several open tells them apart.
export const showTitle = (words) => (byId("title").textContent = document.title = words);

// What was refused, or is to be known; it stays until something else is asked for.
export function say(words) {
  byId("notice").textContent = words;
  byId("notice").classList.toggle("code", words.includes("\n"));
}

// What stays until it is dismissed: of one sort (`about`) only the newest, and none without words.
export function note(about, words, dismissed, ...buttons) {
  const dismiss = element("button", { type: "button", on: { click: () => (note(about, ""), dismissed()) } }, "Dismiss");
  document.querySelector(`#notes [data-about="${about}"]`)?.remove();
  if (words) byId("notes").append(element("p", { "data-about": about, class: "bar" }, words, ...buttons, dismiss));
}

// Shows what somebody has asked for, where it may be out of sight.
export function bringUp(id) {
  byId(id).scrollIntoView({ block: "nearest" });
  byId(id).focus({ preventScroll: true });
}

export const tell = (words) => (byId("status").textContent = words);

// Offsets of the server count code points, those of the editor UTF-16 units.
export const points = (text, units) => [...text.slice(0, units)].length;
export const units = (text, points) => [...text].slice(0, points).join("").length;
