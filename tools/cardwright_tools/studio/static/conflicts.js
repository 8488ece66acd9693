// Conflicts between the text on this page and that of another page, or on disk.
import { forgetTyped, here } from "./file.js";
import { byId } from "./page.js";
import { ask, send } from "./server.js";

let sort = ""; // of the conflict: with the "disk", with another "page", or the file is "deleted"

export const shows = {
  changed({ file }) {
    conflict("disk", file);
  },
  // Another page has changed a text that this page has changed, too.
  overtaken({ file }) {
    if (file === here.file) conflict("page", file);
  },
};

export const showDeleted = (file) => conflict("deleted", file);

const WORDS = {
  "": "",
  disk: "has been changed elsewhere since it was opened here.",
  page: "has been changed elsewhere in the meantime; what you write here is not saved.",
  deleted: "has been deleted elsewhere; what you write here is not saved.",
};

export const showName = (file) => (byId("conflict-words").textContent = `${file} ${WORDS[sort]}`);

function conflict(what, file) {
  sort = what;
  showName(file);
  byId("load-again").textContent = sort === "deleted" ? "Discard mine" : "Load it again";
  byId("conflict").hidden = false;
  byId("load-again").focus();
}

const settled = {
  disk: (file, mine) => ask(mine ? { do: "save", file, over: true } : { do: "reload", file }),
  page(file, mine, open) {
    if (mine) send({ do: "edit", file, text: here.editor.text() });
    open(file);
  },
  deleted(file, mine, open, openAnother) {
    if (mine) ask({ do: "new file", file, text: here.editor.text() });
    else openAnother();
  },
};

// In favour of this page or of the other text.
function settle(mine, ...open) {
  byId("conflict").hidden = true;
  here.editor.view.focus();
  forgetTyped();
  settled[sort](here.file, mine, ...open);
}

// `open` opens a file, and `openAnother` any file that exists.
export function listen(open, openAnother) {
  byId("load-again").addEventListener("click", () => settle(false, open, openAnother));
  byId("keep-mine").addEventListener("click", () => settle(true, open, openAnother));
}
