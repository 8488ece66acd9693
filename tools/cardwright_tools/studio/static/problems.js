// The problems of the pack: marks in the editor, and a list with buttons that go to each of them and that fix it.
import { byId, element, units } from "./page.js";

function nameOf({ old, text }) {
  const [before, after] = [old.trim(), text.trim()];
  if (!before || !after) return after ? `Write ${after}` : `Remove ${before || "spaces"}`;
  return `Write ${after} instead of ${before}`;
}

const rest = (one) => (one.help ? ` — ${one.help}` : "");
const pressed = (work) => ({ type: "button", on: { click: work } });

// `goTo` goes to a problem, and `fix` writes one of its fixes.
export function listProblems(found, goTo, fix) {
  const problem = (one) => element("li", {},
    element("button", { ...pressed(() => goTo(one)), class: one.severity }, `${one.code} ${one.file ?? ""}:${one.line} ${one.message}${rest(one)}`),
    ...one.fixes.map((edit) => element("button", { ...pressed(() => fix(one, edit)), class: "fix" }, nameOf(edit))));
  byId("problems").replaceChildren(...(found.length ? found.map(problem) : [element("li", {}, "None")]));
}

// A problem as the editor marks it in this text.
export const mark = (text, fix) => (one) => ({
  from: units(text, one.start), to: units(text, one.end), severity: one.severity === "note" ? "info" : one.severity,
  message: one.help ? `${one.message}\n${one.help}` : one.message, source: one.code,
  actions: one.fixes.map((edit) => ({ name: nameOf(edit), apply: () => fix(one, edit) })) });
