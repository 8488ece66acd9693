// What the name is that the mouse points at in the editor; In English says the same of the name at the cursor.
import { meaning } from "./english.js";
import { here } from "./file.js";
import { element, points, units } from "./page.js";
import { newestOnly } from "./server.js";

const question = newestOnly();
export const { refuse } = question;
export const shows = { hovered: question.hear };

// A tooltip of the editor; none while something is being typed, as the studio does not have it yet.
export async function hover(view, pos) {
  if (!here.file || here.typed) return null;
  const { text } = here, at = points(text, pos), about = `${here.file} ${here.version} ${at}`;
  const message = await question.ask({ do: "hover", file: here.file, at, about });
  if (!message?.found || text !== here.text) return null;
  return { pos: units(text, message.start), end: units(text, message.end), above: true, create: () => ({ dom: named(message.found) }) };
}

const named = (found) => element("div", { class: "name" }, ...meaning({ ...found, place: null }));
