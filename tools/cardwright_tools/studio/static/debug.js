// Debugging: stepping through a game, breakpoints, and explanations.
import { drawTree } from "./board.js";
import { byId, element } from "./page.js";

const stops = new Map(); // the lines by file

export const stopsOf = (file) => stops.get(file) ?? [];

export function setStops(file, lines) {
  stops.set(file, lines);
}

let game = ""; // the game that has received the breakpoints

// A restarted studio does not know the breakpoints, and without a game there are none.
export function forget() {
  game = "";
}

// This game is shown. A page that has no breakpoints leaves those of other pages to a further game.
export function begin(send, shown) {
  if (game === shown) return;
  const isFirst = !game;
  game = shown;
  const { lines, events, words, conditions } = wanted();
  if (isFirst || lines.length + events.length + words.length + conditions.length) sendStops(send);
}

export function sendStops(send) {
  if (game) send({ do: "breakpoints", ...wanted() });
}

function wanted() {
  const lines = [...stops].flatMap(([file, found]) => found.map((line) => ({ file, line })));
  const texts = (id) => byId(id).value.split(";").map((one) => one.trim()).filter(Boolean);
  return { lines, events: texts("stop-event"), words: texts("stop-words"), conditions: texts("stop-condition") };
}

// Shows why breakpoints are refused, or nothing.
export function showWrongStops(words = "") {
  byId("stops-wrong").textContent = words;
  if (words) byId("stops").open = true;
}

// Shows why there is no step, until the next one.
export const showNoStep = (words = "") => (byId("not-stepped").textContent = words);

export function showPaused(paused, show) {
  showNoStep();
  byId("paused").hidden = !paused;
  show(paused ?? null);
  if (!paused) return;
  const place = paused.file ? `${paused.file}:${paused.line}` : "a text that is not in this pack as it is saved";
  const rest = [paused.ends ? `${paused.frames[0]?.name ?? "the rule"} ends` : "", paused.reason].filter(Boolean);
  byId("paused-at").textContent = [`Stopped at ${place}`, ...rest].join(", ");
  byId("paused-text").textContent = paused.value || paused.text;
  byId("frames").replaceChildren(...paused.frames.map((frame) => element("li", {}, frame.name,
    element("ul", {}, ...frame.variables.map((one) => element("li", {}, `${one.name}: ${one.value}`))))));
  const effects = paused.effects.length ? paused.effects : ["none"];
  byId("effects").replaceChildren(...effects.map((one) => element("li", {}, one)));
}

export function showWhy({ trees, since = [] }, goTo, timeline) {
  byId("why").replaceChildren(element("ul", { class: "tree" }, ...trees.map(drawTree)),
    ...(since.length ? [element("p", {}, "Changed by"), element("ol", { class: "plain" }, ...since.map((one) =>
      element("li", {}, element("button", { type: "button", on: { click: () => goTo(one.number - 1) } },
        `${one.words}: decision ${one.number}, ${timeline[one.number - 1]}`))))] : []));
  byId("why").classList.remove("old");
  byId("why").scrollIntoView({ block: "nearest" });
}

// Shows an error instead of an explanation.
export function showNoReason(words) {
  byId("why").replaceChildren(element("p", { class: "error", role: "alert" }, words));
  byId("why").classList.remove("old");
}

// Marks an explanation of an earlier position as old.
export const markOutdated = () => byId("why").classList.toggle("old", byId("why").hasChildNodes());

export function showMissing({ found }, ask) {
  const none = [element("li", {}, "No other answer is possible here.")];
  byId("missing").replaceChildren(...(found.length ? found.map((name) => element("li", {},
    element("button", { type: "button", on: { click: () => ask({ do: "why not", answer: name }) } }, name))) : none));
}

export function listen(ask, send) {
  const step = (id, message) => byId(id).addEventListener("click", () => {
    showNoStep();
    ask({ do: "step", ...message });
  });
  step("step-back", { back: true });
  step("step-on", {});
  step("fine-back", { back: true, fine: true });
  step("fine-on", { fine: true });
  step("run-back", { back: true, run: true });
  step("run-on", { run: true });
  byId("stops-form").addEventListener("submit", (event) => {
    event.preventDefault();
    sendStops(ask);
  });
  byId("stops-form").addEventListener("input", () => showWrongStops());
  byId("why-not").addEventListener("toggle", () => {
    if (byId("why-not").open) send({ do: "why not", answer: "" });
  });
  byId("why-form").addEventListener("submit", (event) => {
    event.preventDefault();
    ask({ do: "why", expression: byId("expression").value });
  });
}
