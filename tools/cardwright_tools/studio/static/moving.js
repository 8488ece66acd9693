// Moves the file in the editor to another path in the pack, and deletes it; other pages do the same to their files.
import { forgetFile } from "./adding.js";
import { forgetCoverage, markOutdated } from "./author_commands.js";
import * as conflicts from "./conflicts.js";
import * as debug from "./debug.js";
import { follow, hasUnseen, here, isUnsaved, sendText } from "./file.js";
import { byId, note, say } from "./page.js";
import { ask } from "./server.js";

let about = null; // the file that a form is about, and its version and the edits when the form was opened
const gone = new Set(); // names of files that were moved or deleted

// A request that nobody made by hand may have been on its way when the file was moved or deleted: its refusal is not shown.
const AUTOMATIC = ["edit", "explain", "colours", "complete", "hover"];
export const wasGone = ({ do: what, file }) => AUTOMATIC.includes(what) && gone.has(file);

export const shows = {
  "file moved"({ file, to, text, version, words }) {
    forget(file);
    if (file === here.file) debug.setStops(file, here.editor.stops()); // they have moved with the text
    debug.setStops(to, debug.stopsOf(file));
    debug.setStops(file, []);
    if (file !== here.file) return;
    follow(to, text, version);
    conflicts.showName(to);
    note("file", words);
  },
  "file deleted"({ file, version }) {
    forget(file);
    debug.setStops(file, []);
    if (file !== here.file) return;
    if (hasUnseen(version)) conflicts.showDeleted(file);
    else note("file", `${file} has been deleted.`);
  },
};

// A new file may have the name of one that was moved or deleted.
export const showListed = (files) => files.forEach((file) => gone.delete(file));

function forget(file) {
  gone.add(file);
  forgetFile(file);
  forgetCoverage(); // by the names of files
  markOutdated();
  if (about?.file === file) end("file");
}

const shown = () => ({ file: here.file, version: here.version, edits: here.edits });

// The file and the version that its author has seen: what was typed here since then is no change by somebody else.
function seen() {
  sendText();
  return { file: about.file, version: about.version + here.edits - about.edits };
}

const forms = ["move", "delete"].map(byId);

function begin(form, words) {
  end("file");
  sendText();
  about = shown();
  form.querySelector(".words").textContent = words;
  form.querySelector(".error").textContent = "";
  form.hidden = false;
}

function beginMove() {
  begin(byId("move"), `Move ${here.file} to`);
  byId("new-path").value = here.file;
  byId("new-path").select();
}

function beginDelete() {
  const more = here.isEdited || isUnsaved() ? ", with its unsaved changes" : "";
  begin(byId("delete"), `Delete ${here.file}${more}? This can't be undone.`);
  byId("keep-file").focus();
}

// Another file is shown, or the form has done its work; then `next` gets the focus if the form had it.
export function end(next) {
  about = null;
  const had = forms.some((form) => form.contains(document.activeElement));
  for (const form of forms) form.hidden = true;
  if (had) byId(next).focus({ preventScroll: true });
}

// The form stays, for what is on the page now.
export const showRefused = (id) => (why) => {
  if (byId(id).hidden) return say(why);
  about = shown();
  byId(id).querySelector(".error").textContent = why;
  byId(id).querySelector("input, button").focus();
};

export function listen() {
  const onClick = (id, work) => byId(id).addEventListener("click", work);
  onClick("move-file", beginMove);
  onClick("delete-file", beginDelete);
  onClick("keep-path", () => end("move-file"));
  onClick("keep-file", () => end("delete-file"));
  onClick("delete-now", () => ask({ do: "delete file", ...seen() }));
  byId("move").addEventListener("submit", (event) => {
    event.preventDefault();
    ask({ do: "move file", ...seen(), to: byId("new-path").value.trim() });
  });
  for (const form of forms) form.addEventListener("keydown", (event) => event.key === "Escape" && end(`${form.id}-file`));
}
