// What the name at the cursor and the card around it mean.
import { byId, element } from "./page.js";
import { send } from "./server.js";

let explained; // what an explanation was last requested for: file, version and offset

export function requestEnglish(file, version, at) {
  explained = `${file} ${version} ${at}`;
  send({ do: "explain", file, at, about: explained });
}

export const shows = {
  explanation({ found, old, about }) {
    if (about !== explained) return; // the cursor or the text has changed since
    if (!found.length) return showNoName(old ? "This is explained once the mistakes are corrected: see Problems." : undefined);
    byId("english").classList.toggle("old", old);
    byId("english").replaceChildren(...found.flatMap(inEnglish));
  },
};

// Until the next explanation is requested.
export function showNoName(words = "Put the cursor in a card, or on a name.") {
  explained = null;
  byId("english").classList.remove("old");
  byId("english").textContent = words;
}

const inEnglish = ({ head, text, facts, english, written }) => [
  element("strong", {}, head),
  ...(text ? [element("blockquote", {}, text)] : []),
  element("ul", {}, ...[...facts, ...english].map(nested)),
  ...(written ? [element("p", {}, "Written: ", element("code", {}, written))] : [])];

// A line of a list, as far in as it is written.
function nested(line) {
  const words = line.trimStart();
  const made = element("li", {}, words.replace(/^- /, ""));
  made.style.marginLeft = `${(line.length - words.length) / 2}em`;
  return made;
}
