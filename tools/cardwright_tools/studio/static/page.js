// Shared by all parts of the page: elements, messages for people, and offsets in texts.

export const byId = (id) => document.getElementById(id);

// Texts of packs become text nodes, never markup.
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, handler] of Object.entries(value)) made.addEventListener(event, handler);
    else if (value !== undefined && value !== null && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// Sets the title of the page and of its tab, so that several tabs can be told apart.
export const showTitle = (words) => (byId("title").textContent = document.title = words);

// Shows an error or a notice, until the next request.
export function say(words) {
  byId("notice").textContent = words;
  byId("notice").classList.toggle("code", words.includes("\n"));
}

// Shows a note until it is dismissed: only the newest of a sort (`about`), and none without words.
export function note(about, words, dismissed = () => {}, ...buttons) {
  const dismiss = element("button", { type: "button", on: { click: () => (note(about, ""), dismissed()) } }, "Dismiss");
  const old = document.querySelector(`#notes [data-about="${about}"]`), hadFocus = old?.contains(document.activeElement);
  old?.remove();
  if (hadFocus) byId(about === "game" ? "question-head" : "file").focus({ preventScroll: true });
  if (words) byId("notes").append(element("p", { "data-about": about, class: "bar" }, words, ...buttons, dismiss));
}

// Scrolls to a result, which may be out of sight: to all of its section or, if that is too long, to its beginning.
export function bringUp(id) {
  const section = byId(id).closest("section");
  section.scrollIntoView({ block: "nearest" });
  if (!isInView(byId(id))) section.scrollIntoView({ block: "start" });
  byId(id).focus({ preventScroll: true });
}

// Whether an element is where its panel and the window show it.
function isInView(made) {
  const { top, bottom } = made.getBoundingClientRect(), panel = byId("results").getBoundingClientRect();
  return top >= Math.max(0, panel.top) && bottom <= Math.min(innerHeight, panel.bottom);
}

// Scrolls a list, and nothing else, to one of its rows.
export function keepInView(list, row) {
  const inside = list.getBoundingClientRect(), at = row.getBoundingClientRect();
  if (at.top < inside.top) list.scrollTop -= inside.top - at.top;
  if (at.bottom > inside.bottom) list.scrollTop += at.bottom - inside.bottom;
}

export const tell = (words) => (byId("status").textContent = words);

// The server's offsets count code points, the editor's count UTF-16 units.
const isPlain = (text) => !/[\ud800-\udfff]/.test(text);
export const points = (text, units) => (isPlain(text) ? units : [...text.slice(0, units)].length);
export const units = (text, points) => (isPlain(text) ? points : [...text].slice(0, points).join("").length);
