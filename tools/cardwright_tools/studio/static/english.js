// What the name at the cursor and the card around it mean.
import { bringUp, byId, element, say } from "./page.js";
import { ask, send } from "./server.js";

let current = null; // what is explained: the name at the cursor or, if there is none, the card around it
let hasMistakes = false; // whether the pack had mistakes when something was last explained
let explained; // what an explanation was last requested for: file, version and offset
let isComing = false; // whether that explanation has been requested and not arrived
let renames = false; // whether the name is to be renamed that it is about

export function requestEnglish(file, version, at) {
  explained = `${file} ${version} ${at}`;
  isComing = true;
  send({ do: "explain", file, at, about: explained });
}

export const shows = {
  explanation({ found, old, partly, about }) {
    if (about !== explained) return; // the cursor or the text has changed since
    isComing = false;
    hasMistakes = old;
    [current = null] = found;
    showMeanings(found, old, partly);
    if (renames) beginRename();
  },
  renamed: endRename,
  uses({ name, found, left }) {
    const use = (one) => element("li", {}, element("button", { type: "button", on: { click: () => goTo(one) } },
      `${one.file}:${one.line} ${one.text}`));
    const more = left ? [element("li", {}, `${left} more, some of which may be outside this pack`)] : [];
    byId("uses-head").textContent = `Uses of ${name}`;
    byId("uses").replaceChildren(...found.map(use), ...more);
    byId("uses-part").hidden = false;
    bringUp("uses-head");
  },
};

function showMeanings(found, old, partly) {
  if (!found.length) return showNoName(old ? "This is explained once the mistakes are corrected: see Problems." : undefined);
  byId("english").classList.toggle("old", old);
  byId("english").classList.toggle("partly", partly);
  replace(byId("english"), found.flatMap(meaning));
}

// If one of its buttons has the focus, the one in its place gets it.
function replace(parent, children) {
  const at = [...parent.querySelectorAll("button")].indexOf(document.activeElement);
  parent.replaceChildren(...children);
  if (at >= 0) parent.querySelectorAll("button")[at]?.focus({ preventScroll: true });
}

// Until the next explanation is requested.
export function showNoName(words = "Put the cursor in a card, or on a name.") {
  explained = current = null;
  isComing = renames = false;
  byId("english").classList.remove("old", "partly");
  byId("english").textContent = words;
}

const pressed = (words, work) => element("button", { type: "button", on: { click: work } }, words);

export const meaning = ({ name, place, head, text, facts, english, written, bars }) => [
  element("strong", {}, head),
  ...(place ? [element("div", { class: "bar" }, pressed("Go to it", () => goTo(place)),
    pressed("Uses", () => ask({ do: "uses", file: place.file, at: place.start })),
    pressed("Rename", () => beginRename(name, place)))] : []),
  ...(text ? [element("blockquote", {}, text)] : []),
  element("ul", {}, ...[...facts, ...english].map(nested)),
  ...(bars.length ? [element("div", { class: "bars", "aria-hidden": "true" }, ...bars.flatMap(bar))] : []),
  ...(written ? [element("p", {}, "Written: ", element("code", {}, written))] : [])];

// The list says the same in words.
function bar({ words, share, value }) {
  const length = element("span");
  length.style.width = `${100 * share}%`;
  return [element("span", {}, words), element("span", { class: "track" }, length), element("span", {}, value)];
}

// A line of a list, as far in as it is written.
function nested(line) {
  const words = line.trimStart();
  const made = element("li", {}, words.replace(/^- /, ""));
  made.style.marginLeft = `${(line.length - words.length) / 2}em`;
  return made;
}

// ------------------------------------------------------------------------------ renaming

let renaming = null; // the place of the name that is renamed

// Renames the name at the cursor, which the studio may still be looking for, or not know yet.
export function renameHere() {
  ready();
  renames = isComing;
  if (!isComing) beginRename();
}

function beginRename(name = current?.name, place = current?.place) {
  renames = false;
  if (hasMistakes) return say("Names can be changed once the mistakes are corrected: see Problems.");
  if (!place) return say(name ? `${name} is declared outside this pack` : "Put the cursor on a name.");
  renaming = place;
  byId("rename-words").textContent = `Rename ${name} to`;
  byId("not-renamed").textContent = "";
  byId("rename").hidden = false;
  byId("new-word-for-it").value = name;
  byId("new-word-for-it").select();
}

function endRename() {
  byId("rename").hidden = true;
  back();
}

// The name stays, and what was typed can be changed.
export function showNotRenamed(why) {
  byId("not-renamed").textContent = why;
  byId("new-word-for-it").focus();
}

let goTo = () => {}, back = () => {}, ready = () => {};

// `jump` goes to a place; `back` moves the focus to the editor; `ready` sends what is typed.
export function listen(jump, leave, sendTyped) {
  goTo = jump;
  back = leave;
  ready = sendTyped;
  byId("rename").addEventListener("submit", (event) => {
    event.preventDefault();
    ready();
    ask({ do: "rename", file: renaming.file, at: renaming.start, to: byId("new-word-for-it").value.trim() });
  });
  byId("rename").addEventListener("keydown", (event) => event.key === "Escape" && endRename());
  byId("keep-name").addEventListener("click", endRename);
}
