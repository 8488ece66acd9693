// What an author asks for about the text in the editor: to save it, to test it, what may come next.
import * as debug from "./debug.js";
import { cursor, here, sendText } from "./file.js";
import { byId, points } from "./page.js";
import { ask, newestOnly, send } from "./server.js";

let coverage = {}; // marks in the margin, by file
const question = newestOnly(); // for completions
export const { refuse } = question;

export const shows = {
  coverage(message) {
    coverage = message.files;
    byId("covered").className = message.failed ? "result error" : "result";
    const failed = message.failed ? `; ${message.failed} of these failed: see Test all` : "";
    byId("covered").textContent = `${message.percent}% covered by ${message.by}${failed}`;
    showCovered();
  },
  completions: question.hear,
};

export const showCovered = () => here.editor?.showCovered(coverage[here.file] ?? []);
export const forgetCoverage = () => (coverage = {});
export const hideCoverage = () => (byId("covered").textContent = "");

// Marks results for an older text as old.
export const markOutdated = () => document.querySelectorAll("#write .result").forEach((one) => one.classList.add("old"));

export function save() {
  if (!here.file) return; // none is open yet
  sendWithStops();
  ask({ do: "save", file: here.file, version: here.version });
}

// Writes all files at once, so that games go on with all of them.
function saveAll() {
  sendWithStops();
  ask({ do: "save all" });
}

function sendWithStops() {
  sendText();
  keepStops();
  debug.sendStops(send);
}

// The breakpoints of the file have moved with its text.
export function keepStops() {
  if (here.file) debug.setStops(here.file, here.editor.stops());
}

// Asks about the name or the card at the cursor.
export function askAbout(what) {
  if (!here.file) return;
  sendText();
  ask({ do: what, file: here.file, at: cursor() });
}

export function formatFile() {
  if (!here.file) return;
  sendText();
  ask({ do: "format", file: here.file });
}

function runAllTests() {
  sendText();
  ask({ do: "test all" });
}

function runCoverage() {
  sendText();
  byId("covered").className = "";
  byId("covered").textContent = "Running scenarios and games …";
  ask({ do: "coverage" });
}

const SORTS = { key: "property", value: "constant", verb: "function", word: "keyword", name: "variable" };

export async function complete(context) {
  const word = context.matchBefore(/[\w-]*/);
  if (!here.file || (!context.explicit && word.from === word.to)) return null;
  sendText();
  const at = points(here.editor.text(), context.pos), about = `${here.file} ${here.version} ${at}`;
  const message = await question.ask({ do: "complete", file: here.file, at, about });
  return message && { from: word.from, options: message.found.map((one, index) => ({
    label: one.text, detail: one.doc, type: SORTS[one.sort], boost: -index / 10,
    apply: one.sort === "key" ? `${one.text}: ` : one.text })) };
}

export function listen() {
  const onClick = (id, work) => byId(id).addEventListener("click", work);
  document.addEventListener("keydown", (event) => {
    const saves = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s";
    if (!saves || event.defaultPrevented || byId("write").hidden) return; // the editor has handled it
    event.preventDefault();
    save();
  });
  onClick("save", save);
  onClick("save-all", saveAll);
  onClick("test", () => askAbout("test"));
  onClick("format", formatFile);
  onClick("test-all", runAllTests);
  onClick("cover", runCoverage);
}
