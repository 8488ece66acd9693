// The problems of the pack: marks in the editor, and a list with buttons that go to each of them and that fix it.
import { byId, element, units } from "./page.js";
import { setText, showRows } from "./rows.js";

const nameOf = ({ title }) => title;

const rest = (one) => (one.help ? ` — ${one.help}` : "");

// A note of a problem, and where it is.
const noteOf = ({ words, at }) => `${words}: ${at}`;

// A row with a button whose work is about what the row shows at the moment.
function pressed(styleOf, wordsOf, work) {
  let now;
  const made = element("button", { type: "button", on: { click: () => work(now) } });
  return { element: made, show(one) {
    now = one;
    made.className = styleOf(one);
    setText(made, wordsOf(one));
  } };
}

const wordsOf = (one) => `${one.code} ${one.file ?? ""}:${one.line} ${one.message}${rest(one)}`;

function problemRow(goTo, fix) {
  let now;
  const place = pressed((one) => one.severity, wordsOf, (one) => goTo(one)), notes = element("span"), fixes = element("span");
  const noteRow = () => pressed(() => "note", noteOf, goTo);
  const fixRow = () => pressed(() => "fix", nameOf, (edit) => fix(now, edit));
  return { element: element("li", {}, place.element, notes, fixes), show(one) {
    now = one;
    place.show(one);
    showRows(notes, one.notes, noteOf, noteRow);
    showRows(fixes, one.fixes, nameOf, fixRow);
  } };
}

// `goTo` goes to a problem, and `fix` writes one of its fixes.
export function listProblems(found, goTo, fix) {
  byId("no-problems").hidden = found.length > 0;
  showRows(byId("problems"), found, (one) => `${one.code} ${one.file} ${one.message}`, () => problemRow(goTo, fix));
}

// A problem as the editor marks it in this text.
export const mark = (text, goTo, fix) => (one) => ({
  from: units(text, one.start), to: units(text, one.end), severity: one.severity === "note" ? "info" : one.severity,
  message: one.help ? `${one.message}\n${one.help}` : one.message, source: one.code,
  actions: [...one.fixes.map((edit) => ({ name: nameOf(edit), apply: () => fix(one, edit) })),
    ...one.notes.map((note) => ({ name: noteOf(note), apply: () => goTo(note) }))] });
