// The file in the editor: its text, its version, and sending what is typed.
// Each edit names the version that it changes, so that no page overwrites what it has not seen.
import { requestEnglish } from "./english.js";
import { byId, points } from "./page.js";
import { isOpen, send } from "./server.js";

// `sent` is the text that the studio has; `typed` is a timer while there is text to send; `edits` counts what was sent.
export const here = { file: "", text: "", sent: "", version: 0, edits: 0, isEdited: false, typed: null, editor: null };
let unsaved = []; // files, as last reported by the studio

export const hasConflict = () => !byId("conflict").hidden;
export const cursor = () => points(here.editor.text(), here.editor.view.state.selection.main.head);
export const isUnsaved = () => unsaved.includes(here.file) || here.editor.text() !== here.sent;

// The button works in any case, as the studio may not have answered yet.
const showSaved = () => byId("save").setAttribute("aria-disabled", !here.isEdited && !unsaved.includes(here.file));

export function showUnsaved(files) {
  const words = unsaved.length ? "saved" : byId("unsaved").textContent;
  unsaved = files;
  byId("unsaved").textContent = unsaved.length ? `unsaved: ${unsaved.join(", ")}` : words;
  here.isEdited = Boolean(here.typed);
  byId("save-all").hidden = unsaved.length < 2;
  showSaved();
}

export function loaded(text, version) {
  Object.assign(here, { text, sent: text, version, isEdited: false });
  showSaved();
}

// The file has been moved: what was typed here is sent under its new name.
export function follow(file, text, version) {
  here.file = byId("file").value = byId("file").title = file;
  sessionStorage.setItem("file", file);
  here.editor.named(file);
  if (hasConflict()) return; // it will be settled under the new name
  loaded(text, version);
  if (here.editor.text() !== text) typed(here.editor.text());
  else explainHere();
}

// Whether this page has changed the file, or is about to, since it had this version.
export const hasUnseen = (version) => Boolean(here.typed) || here.version !== version;

// Something was typed, which is sent after a moment.
export function typed(text) {
  forgetTyped();
  Object.assign(here, { text, isEdited: true, typed: setTimeout(flush, 150) });
  showSaved();
}

export function forgetTyped() {
  clearTimeout(here.typed);
  here.typed = null;
}

// Typed text belongs to the file it was typed in, so it is sent before another one opens.
export function flush() {
  const isTyped = here.typed;
  forgetTyped();
  if (isTyped && here.text !== here.sent) sendEdit(here.text);
}

export function sendEdit(text) {
  if (!here.file || hasConflict() || !isOpen()) return;
  send({ do: "edit", file: here.file, text, version: here.version });
  here.version += 1;
  here.edits += 1;
  here.sent = text;
  explainHere();
}

// Sends the text in the editor, if the studio doesn't have it yet.
export function sendText() {
  forgetTyped();
  if (here.editor && here.editor.text() !== here.sent) sendEdit(here.editor.text());
}

// Requests the colours of the text, for which the studio must have it and its problems.
export const requestColours = () => here.file && send({ do: "colours", file: here.file, version: here.version });

// The studio must already have the text; otherwise, this happens once it has been sent.
export function explainHere() {
  if (here.file && !here.typed && !hasConflict()) requestEnglish(here.file, here.version, cursor());
}
