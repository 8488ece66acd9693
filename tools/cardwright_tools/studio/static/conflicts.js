// Conflicts between the text on this page and that of another page, or on disk.
import { forgetTyped, here } from "./file.js";
import { byId } from "./page.js";
import { ask, send } from "./server.js";

let isOnPage = false;

export const shows = {
  changed({ file }) {
    conflict(`${file} has been changed elsewhere since it was opened here.`, false);
  },
  // Another page has changed a text that this page has changed, too.
  overtaken({ file }) {
    if (file === here.file) conflict(`${file} has been changed elsewhere in the meantime; what you write here is not saved.`, true);
  },
};

function conflict(words, onPage) {
  byId("conflict-words").textContent = words;
  byId("conflict").hidden = false;
  isOnPage = onPage;
  byId("load-again").focus();
}

// In favour of this page or of the other text.
function settle(mine, open) {
  byId("conflict").hidden = true;
  here.editor.view.focus();
  forgetTyped();
  const { file } = here;
  if (isOnPage && mine) send({ do: "edit", file, text: here.editor.text() });
  if (isOnPage) open(file);
  else ask(mine ? { do: "save", file, over: true } : { do: "reload", file });
}

export function listen(open) {
  byId("load-again").addEventListener("click", () => settle(false, open));
  byId("keep-mine").addEventListener("click", () => settle(true, open));
}
