// The file in the editor: its text and version, its problems, and switching to another file.
// Each edit names the version that it changes, so that no page overwrites what it has not seen.
import * as debug from "./debug.js";
import { showEnglish, showNoName } from "./english.js";
import { byId, element, points, units } from "./page.js";
import { listProblems, mark } from "./problems.js";
import { ask, isOpen, send } from "./server.js";

const here = { file: "", text: "", sent: "", isEdited: false, version: 0, found: [], stopped: null, coverage: {} };
let writing, starting, typed, onPage, offer;
let asked; // the file requested last, until it arrives, and where to go in it or what to write there
let unsaved = []; // files, as last reported by the studio
let explained; // the last request for an explanation in English: file, version and offset
let isBack = false; // whether the connection was lost and restored

// The file that the page showed before it was reloaded.
const lastOf = (files) => files.find((name) => name === sessionStorage.getItem("file"));
const hasConflict = () => !byId("conflict").hidden;

export const shows = {
  async files({ files, open: added, at }) {
    byId("write").hidden = byId("to-game").hidden = false;
    byId("file").replaceChildren(...files.map((name) => element("option", { value: name }, name)));
    byId("file").value = here.file;
    await startWriting();
    if (added) {
      here.coverage = {}; // its lines may have moved
      growOld();
    }
    // A restarted studio may not have the unsaved text.
    const isKnown = files.includes(here.file);
    const isComing = files.includes(asked?.file); // requested before the editor was ready
    if (isBack && isKnown && (unsaved.includes(here.file) || writing.text() !== here.sent)) sendEdit(writing.text());
    else if (added) {
      flush();
      asked = { file: added, start: at }; // it will follow
    } else if (isBack || !(isKnown || isComing)) {
      open((isKnown && here.file) || lastOf(files) || here.stopped?.file || files.find((name) => name !== "pack.yaml") || files[0]);
    }
    isBack = false;
  },
  async file({ file, text, version }) {
    await startWriting();
    if (file !== here.file) flush();
    byId("conflict").hidden = true;
    byId("save").disabled = byId("test").disabled = false;
    const isAgain = file === here.file;
    if (!isAgain) explained = showNoName();
    here.file = byId("file").value = file;
    sessionStorage.setItem("file", file);
    (isAgain ? reload : load)(text, version);
    if (!isAgain) writing.view.scrollDOM.scrollTop = 0;
    showHere();
    showCovered();
    showSaved();
    if (asked?.file !== file) return; // another one has been requested since
    if (asked.edit) write(asked.edit);
    else if (asked.start !== undefined) goTo(asked.start);
    asked = null;
  },
  diagnostics(message) {
    here.found = message.found;
    const words = unsaved.length ? "saved" : byId("unsaved").textContent;
    unsaved = message.unsaved;
    byId("unsaved").textContent = unsaved.length ? `unsaved: ${unsaved.join(", ")}` : words;
    here.isEdited = Boolean(typed);
    showSaved();
    report();
  },
  changed({ file }) {
    conflict(`${file} has been changed elsewhere since it was opened here.`, false);
  },
  // Another page has changed a text that this page has changed, too.
  overtaken({ file }) {
    if (file === here.file) conflict(`${file} has been changed elsewhere in the meantime; what you write here is not saved.`, true);
  },
  // Another page has changed a text that is unchanged here: this page takes it over.
  edited({ file, text, version }) {
    if (file !== here.file || file === asked?.file) return; // the requested text is newer
    // If it is not newer than everything sent from here, something sent from here was too late.
    if (typed || hasConflict() || version <= here.version) return shows.overtaken({ file });
    here.version = version;
    if (text === writing.text()) return;
    growOld();
    reload(text, version);
  },
  coverage(message) {
    here.coverage = message.files;
    byId("covered").className = message.failed ? "result error" : "result";
    const failed = message.failed ? `; ${message.failed} of these failed: see Test all` : "";
    byId("covered").textContent = `${message.percent}% covered by ${message.by}${failed}`;
    showCovered();
  },
  completions({ found }) {
    offer?.(found);
  },
  explanation({ found, old, about }) {
    if (about !== explained) return; // the cursor or the text has changed since
    showEnglish(found, old);
  },
};

function load(text, version) {
  Object.assign(here, { text, sent: text, isEdited: false, version });
  writing.load(text);
  writing.showStops(debug.stopsOf(here.file));
  report();
}

// Loads a new text of the same file, and keeps the cursor where it is.
function reload(text, version) {
  const at = writing.view.state.selection.main.head;
  load(text, version);
  writing.view.dispatch({ selection: { anchor: Math.min(at, text.length) } });
}

export function comeBack() {
  isBack = true;
}

export function open(file, start, edit) {
  flush();
  asked = { file, start, edit };
  send({ do: "open", file });
}

// The file can't be opened: stop waiting for it, so that others' edits are shown again.
export function refused({ do: what, file }) {
  if (what === "open" && asked?.file === file) asked = null;
  if (what === "coverage") byId("covered").textContent = "";
}

// Shows where the debugger has stopped.
export function showStopped(paused) {
  const moved = paused?.start !== here.stopped?.start || paused?.file !== here.stopped?.file;
  here.stopped = paused;
  if (paused?.file && paused.file !== here.file && moved) open(paused.file);
  else showHere();
}

// The button works in any case, as the studio may not have answered yet.
const showSaved = () => byId("save").setAttribute("aria-disabled", !here.isEdited && !unsaved.includes(here.file));

const showCovered = () => writing?.showCovered(here.coverage[here.file] ?? []);

function showHere() {
  const { stopped, text } = here;
  const inside = stopped?.file === here.file;
  writing?.showHere(inside ? units(text, stopped.start) : 0, inside ? units(text, stopped.end) : 0);
}

const startWriting = () => (starting ??= makeEditor());

async function makeEditor() {
  const { editor } = await import("./editor.js");
  writing = editor(byId("editor"), {
    changed(text) {
      here.text = text;
      clearTimeout(typed);
      typed = setTimeout(flush, 150);
      here.isEdited = true;
      showSaved();
      growOld();
    },
    complete,
    async explain() { return null; },
    save,
    stopped(lines) {
      debug.setStops(here.file, lines);
      debug.sendStops(ask);
    },
    nonce: document.querySelector("meta[name=style-nonce]").content,
  });
  byId("editor").addEventListener("keyup", explainHere);
  byId("editor").addEventListener("mouseup", explainHere);
}

// ------------------------------------------------------------------------------- sending

// Typed text belongs to the file it was typed in, so it is sent before another one opens.
function flush() {
  clearTimeout(typed);
  const isTyped = typed;
  typed = null;
  if (isTyped && here.text !== here.sent) sendEdit(here.text);
}

function sendEdit(text) {
  if (hasConflict() || !isOpen()) return;
  send({ do: "edit", file: here.file, text, version: here.version });
  here.version += 1;
  here.sent = text;
  explainHere();
}

// Sends the text in the editor, if the server doesn't have it yet.
function sendText() {
  clearTimeout(typed);
  typed = null;
  if (writing.text() !== here.sent) sendEdit(writing.text());
}

const cursor = () => points(writing.text(), writing.view.state.selection.main.head);

// Requests an explanation; the server must already have the text.
function explainHere() {
  if (typed || hasConflict()) return; // it is requested once the text has been sent
  explained = `${here.file} ${here.version} ${cursor()}`;
  send({ do: "explain", file: here.file, at: cursor(), about: explained });
}

function save() {
  if (!here.file) return; // none is open yet
  sendText();
  debug.setStops(here.file, writing.stops()); // they have moved with the text
  debug.sendStops(send);
  ask({ do: "save", file: here.file, version: here.version });
}

function runTests() {
  sendText();
  ask({ do: "test", file: here.file, at: cursor() });
}

function runAllTests() {
  sendText();
  ask({ do: "test all" });
}

// Marks results for an older text as old.
const growOld = () => document.querySelectorAll("#write .result").forEach((one) => one.classList.add("old"));

function runCoverage() {
  sendText();
  byId("covered").className = "";
  byId("covered").textContent = "Scenarios and games are run …";
  ask({ do: "coverage" });
}

async function complete(context) {
  const word = context.matchBefore(/[\w-]*/);
  if (!context.explicit && word.from === word.to) return null;
  sendText();
  send({ do: "complete", file: here.file, at: points(writing.text(), context.pos) });
  const found = await new Promise((resolve) => (offer = resolve));
  const types = { key: "property", value: "constant", verb: "function", word: "keyword", name: "variable" };
  return { from: word.from, options: found.map((one, index) => ({
    label: one.text, detail: one.doc, type: types[one.sort], boost: -index / 10,
    apply: one.sort === "key" ? `${one.text}: ` : one.text })) };
}

// ------------------------------------------------------------------------------ conflicts

function conflict(words, isOnPage) {
  byId("conflict-words").textContent = words;
  byId("conflict").hidden = false;
  onPage = isOnPage;
  byId("load-again").focus();
}

// Resolves a conflict with another page or with the disk, in favour of this page or theirs.
function settle(mine) {
  byId("conflict").hidden = true;
  clearTimeout(typed);
  typed = null;
  const { file } = here;
  if (onPage && mine) send({ do: "edit", file, text: writing.text() });
  if (onPage) open(file);
  else ask(mine ? { do: "save", file, over: true } : { do: "reload", file });
}

// ------------------------------------------------------------------------------ problems

function report() {
  const inFile = here.found.filter((one) => one.file === here.file);
  writing?.report(inFile.map(mark(here.text, fix)));
  listProblems(here.found, jump, fix);
}

function fix(one, edit) {
  if (one.file !== here.file) open(one.file, edit.start, edit);
  else write(edit);
}

// Does nothing if something else is there in the meantime.
function write({ start, end, old, text }) {
  const from = units(here.text, start), to = units(here.text, end);
  if (here.text.slice(from, to) === old) writing.view.dispatch({ changes: { from, to, insert: text } });
  goTo(start);
}

export function jump(one) {
  if (!one.file) return;
  if (one.file !== here.file) open(one.file, one.start);
  else goTo(one.start);
}

function goTo(start) {
  writing.goTo(units(here.text, start));
  explainHere();
}

export function listen() {
  const onClick = (id, work) => byId(id).addEventListener("click", work);
  byId("file").addEventListener("change", (event) => open(event.target.value));
  document.addEventListener("keydown", (event) => {
    const saves = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s";
    if (!saves || event.defaultPrevented || byId("write").hidden) return; // the editor has handled it
    event.preventDefault();
    save();
  });
  onClick("save", save);
  onClick("test", runTests);
  onClick("test-all", runAllTests);
  onClick("cover", runCoverage);
  onClick("load-again", () => settle(false));
  onClick("keep-mine", () => settle(true));
}
