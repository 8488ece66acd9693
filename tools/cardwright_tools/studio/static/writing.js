// Which file is in the editor: it shows what the studio sends, and switches to other files.
import { askAbout, complete, forgetCoverage, formatFile, hideCoverage, keepStops, markOutdated, save, showCovered } from "./author_commands.js";
import * as conflicts from "./conflicts.js";
import * as debug from "./debug.js";
import { listen as listenToNames, renameHere, showNoName } from "./english.js";
import { explainHere, flush, hasConflict, here, isUnsaved, loaded, requestColours, sendEdit, sendText, showUnsaved, typed } from "./file.js";
import { hover } from "./hovering.js";
import * as moving from "./moving.js";
import { byId, element, say, units } from "./page.js";
import { listProblems, mark } from "./problems.js";
import { ask, send } from "./server.js";
import { keepSteady } from "./steady.js";

let starting;
let found = []; // the problems of the pack
let stopped = null; // where the debugger has stopped
let asked; // the file requested last, until it arrives, and where to go in it or what to write there
let isBack = false; // whether the connection was lost and restored

const listed = () => [...byId("file").options].map((one) => one.value);

// The file that the page showed before it was reloaded, or where the debugger has stopped, or the first one with rules.
function openAnother() {
  const files = listed(), known = [sessionStorage.getItem("file"), stopped?.file].filter((name) => files.includes(name));
  open(known[0] ?? files.find((name) => name !== "pack.yaml") ?? files[0]);
}

export const shows = {
  async files({ files, open: added, at }) {
    byId("write").hidden = byId("to-game").hidden = false;
    byId("file").replaceChildren(...files.map((name) => element("option", { value: name }, name)));
    byId("file").value = byId("file").title = here.file;
    moving.showListed(files);
    await startWriting();
    if (added) {
      forgetCoverage(); // its lines may have moved
      markOutdated();
    }
    // A restarted studio may not have the unsaved text.
    const isKnown = files.includes(here.file);
    const isComing = files.includes(asked?.file); // requested before the editor was ready
    if (isBack && isUnsaved() && isKnown) sendEdit(here.editor.text());
    else if (isBack && isUnsaved()) conflicts.showDeleted(here.file);
    else if (added) {
      flush();
      asked = { file: added, start: at }; // it will follow
    } else if (isBack && isKnown) open(here.file);
    else if (isBack || !(isKnown || isComing || hasConflict())) openAnother();
    isBack = false;
  },
  async file({ file, text, version }) {
    await startWriting();
    if (file !== here.file) flush();
    byId("conflict").hidden = true;
    byId("save").disabled = byId("test").disabled = false;
    (file === here.file ? reload : showOther)(text, version, file);
    showHere();
    showCovered();
    if (asked?.file !== file) return; // another one has been requested since
    if (asked.edit) write(asked.edit);
    else if (asked.start !== undefined) goTo(asked.start);
    asked = null;
  },
  diagnostics(message) {
    found = message.found;
    showUnsaved(message.unsaved);
    report();
    requestColours();
  },
  colours({ file, version, found }) {
    if (file !== here.file || version !== here.version || here.typed) return; // it has changed since
    here.editor.colour(found.map(([start, end, name]) => [units(here.text, start), units(here.text, end), name]));
  },
  place: jump,
  // Another page has changed a text that is unchanged here: this page takes it over.
  edited({ file, text, version }) {
    if (file !== here.file || file === asked?.file) return; // the requested text is newer
    // If it is not newer than everything sent from here, something sent from here was too late.
    if (here.typed || hasConflict() || version <= here.version) return conflicts.shows.overtaken({ file });
    here.version = version;
    if (text === here.editor.text()) return;
    markOutdated();
    reload(text, version);
  },
};

function showOther(text, version, file) {
  showNoName();
  moving.end("file");
  byId("move-file").disabled = byId("delete-file").disabled = file === "pack.yaml";
  here.file = byId("file").value = byId("file").title = file;
  sessionStorage.setItem("file", file);
  load(text, version);
  here.editor.view.scrollDOM.scrollTop = 0;
  requestColours();
}

function load(text, version) {
  loaded(text, version);
  here.editor.load(text, here.file);
  here.editor.showStops(debug.stopsOf(here.file));
  report();
}

// Shows a new text of the same file, in which the cursor stays where it is; this can be undone like typing.
function reload(text, version) {
  loaded(text, version);
  here.editor.replace(text);
  report();
}

// The first connection restores nothing; by then, somebody may have chosen a file already.
export function comeBack() {
  isBack = Boolean(here.file);
}

export function open(file, start, edit) {
  flush();
  asked = { file, start, edit };
  send({ do: "open", file });
}

// The file can't be opened: stop waiting for it, so that others' edits are shown again.
export function refused({ do: what, file }) {
  if (what === "open" && asked?.file === file) asked = null;
  if (what === "open") byId("file").value = here.file;
  if (what === "new file" && file === here.file && !listed().includes(file)) conflicts.showDeleted(file); // it still is
  if (what === "coverage") hideCoverage();
}

// Shows where the debugger has stopped.
export function showStopped(paused) {
  const moved = paused?.start !== stopped?.start || paused?.file !== stopped?.file;
  stopped = paused;
  const isThere = listed().includes(paused?.file); // not if the game has older rules
  if (isThere && paused.file !== here.file && moved) open(paused.file);
  else showHere();
}

function showHere() {
  const inside = stopped?.file === here.file;
  here.editor?.showHere(inside ? units(here.text, stopped.start) : 0, inside ? units(here.text, stopped.end) : 0);
}

const startWriting = () => (starting ??= makeEditor());

async function makeEditor() {
  const { editor } = await import("./editor.js");
  here.editor = editor(byId("editor"), {
    changed(text) {
      typed(text);
      markOutdated();
    },
    complete,
    explain: hover,
    save,
    test: () => askAbout("test"),
    declaration: () => askAbout("declaration"),
    rename: renameHere,
    format: formatFile,
    stopped(lines) {
      debug.setStops(here.file, lines);
      debug.sendStops(ask);
    },
    nonce: document.querySelector("meta[name=style-nonce]").content,
  });
  byId("editor").addEventListener("keyup", explainHere);
  byId("editor").addEventListener("mouseup", explainHere);
  byId("editor").addEventListener("keydown", (event) => {
    if (event.key !== "F12" || !event.shiftKey) return;
    event.preventDefault();
    askAbout("uses");
  });
}

// Moves breakpoints at which no game can stop to the next statement, or takes them away.
export function moveStops(moved) {
  keepStops();
  for (const { file, line, to } of moved) {
    const others = debug.stopsOf(file).filter((one) => one !== line && one !== to);
    debug.setStops(file, to ? [...others, to] : others);
    if (!to) say(`No statement follows in line ${line} of ${file}, so no game can stop there.`);
  }
  if (moved.length) here.editor?.showStops(debug.stopsOf(here.file));
}

// ------------------------------------------------------------------------------ problems

function report() {
  const inFile = found.filter((one) => one.file === here.file);
  here.editor?.report(inFile.map(mark(here.text, jump, fix)));
  listProblems(found, jump, fix);
}

function fix(one, edit) {
  if (one.file !== here.file) open(one.file, edit.start, edit);
  else write(edit);
}

// Does nothing if something else is there in the meantime.
function write({ start, end, old, text }) {
  const from = units(here.text, start), to = units(here.text, end);
  if (here.text.slice(from, to) === old) here.editor.view.dispatch({ changes: { from, to, insert: text } });
  goTo(start);
}

export function jump(one) {
  if (!one.file) return;
  if (one.file !== here.file) open(one.file, one.start);
  else goTo(one.start);
}

function goTo(start) {
  here.editor.goTo(units(here.text, start));
  explainHere();
}

export function listen() {
  keepSteady(() => here.editor);
  byId("file").addEventListener("change", (event) => open(event.target.value));
  conflicts.listen(open, openAnother);
  moving.listen();
  listenToNames(jump, () => here.editor.view.focus(), sendText);
}
