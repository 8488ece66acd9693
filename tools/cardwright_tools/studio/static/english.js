// What the name at the cursor and the card around it mean.
import { byId, element } from "./page.js";

export function showEnglish(found, old) {
  if (!found.length) return showNoName(old ? "This is explained once the mistakes are corrected: see Problems." : undefined);
  byId("english").classList.toggle("old", old);
  byId("english").replaceChildren(...found.flatMap(inEnglish));
}

export function showNoName(words = "Put the cursor in a card, or on a name.") {
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
