// The panels beside the editor and before a game: forms to add things, test results, the players.
// `ask` sends a message to the server.
import { bringUp, byId, element, say, showTitle } from "./page.js";

const choices = (words) => Object.entries(words).map(([word, title]) => element("option", { value: word }, title));
const same = (words) => Object.fromEntries(words.map((word) => [word, word]));

let noRules = "", mistakes = []; // why no game can begin
let chosenKind; // what somebody has chosen to add
let isKnown = false; // whether the players, and what can be added, are known

export function showPack({ title, seats, titles, kinds, bots, modules, on = [], decks, why = "" }, goTo, describe) {
  noRules = why;
  showNoRules(goTo);
  byId("begin").hidden = byId("who").hidden = false;
  if (why && isKnown) return; // stays as it was before the mistake
  isKnown = !why;
  showTitle(title);
  keep(byId("players"), Object.keys(seats));
  showKinds(kinds);
  showModules(modules, on, describe);
  const draw = () => showSeats(seats[byId("players").value] ?? [], titles, bots, decks);
  byId("players").onchange = draw;
  draw();
}

// Without rules, the players and the kinds that can be added are unknown, unless they were known before.
function showNoRules(goTo) {
  byId("no-rules").hidden = !noRules;
  const links = mistakes.slice(0, 1).map((one) => element("button", { type: "button", on: { click: () => goTo(one) } },
    `${one.file ?? ""}:${one.line} ${one.message}`));
  byId("no-rules").replaceChildren(`${noRules} `, ...links);
}

// Once the mistakes have been corrected, the pack can be described, and nothing is refused because of them.
export function showMistakes(found, goTo, describe) {
  const before = mistakes.length;
  mistakes = found.filter((one) => one.severity === "error");
  showNoRules(goTo);
  if (!before || mistakes.length) return;
  say("");
  if (awaitsRules) forgetTests();
  if (noRules) describe(chosenModules());
}

// Offers what can be added: definitions of each kind, cards first; a scenario; a file.
function showKinds(kinds) {
  const option = (value, words) => element("option", { value, selected: value === chosenKind }, words);
  const group = (label, ...options) => element("optgroup", { label }, ...options);
  byId("new-what").replaceChildren(
    ...(kinds.length ? [group("A definition", ...kinds.map((kind) => option(`kind ${kind}`, kind)))] : []),
    group("Or else", option("scenario", "scenario"), option("file", "file")));
  showWhat();
}

const WORDS = { scenario: ["of", "its-name"], file: ["called", "cards/more.yaml"] };

function showWhat() {
  const [word, example] = WORDS[byId("new-what").value] ?? ["named", "Its Name"];
  byId("new-word").textContent = word;
  byId("new-name").placeholder = example;
}

function addition() {
  const [what, kind] = byId("new-what").value.split(" ");
  const name = byId("new-name").value.trim();
  if (what === "kind") return { do: "new card", id: name, kind, file: byId("file").value };
  return what === "file" ? { do: "new file", file: name } : { do: "new scenario", id: name };
}

let exports = false; // whether a game is being exported
let exportedTo = ""; // the file that says so beside the button

// Shows, beside the button, where a game has been exported to, or why it has not.
export function showExported(words, file = "") {
  exports = false;
  exportedTo = file;
  byId("exported").className = file ? "" : "error";
  byId("exported").textContent = words;
}

function exportGame() {
  showExported("");
  exports = true;
  return { do: "export", title: byId("export-title").value };
}

// Something has been added as requested.
export function added(file) {
  if (exports) showExported(`It is in ${file} now.`, file);
  byId("new-name").value = "";
  const tested = byId("tested");
  if (!file.split("/").includes("scenarios") || !tested.querySelector("button")) return;
  tested.className = ""; // it does not depend on a text that may change
  tested.textContent = "Press Test to run the new scenario.";
}

// Replaces the choices, but keeps the selected one if it still exists.
function keep(select, words) {
  const before = select.value;
  select.replaceChildren(...choices(same(words)));
  if (words.includes(before)) select.value = before;
}

// Modules determine how many can play, so the pack is described again.
function showModules(modules, on, describe) {
  byId("modules").replaceChildren(...Object.entries(modules).map(([name, title]) =>
    element("label", {}, element("input", { type: "checkbox", value: name, checked: on.includes(name) }), ` ${title || name}`)));
  byId("modules").onchange = () => describe(chosenModules());
}

export const chosenModules = () => [...byId("modules").querySelectorAll("input:checked")].map((one) => one.value);

function showSeats(seats, titles, bots, decks) {
  const before = { bots: chosen("seat"), decks: chosen("deck") };
  const pick = (name, seat, first, found, value) => {
    const select = element("select", { [`data-${name}`]: seat }, element("option", { value: "" }, first), ...found);
    select.value = value ?? "";
    return select;
  };
  const offered = choices(decks);
  byId("bots").replaceChildren(...seats.flatMap((seat) => [
    element("label", {}, `${titles[seat]} `, pick("seat", seat, "a person", choices(bots), before.bots[seat])),
    ...(offered.length ? [element("label", {}, `deck of ${titles[seat]} `,
      pick("deck", seat, "as the pack says", offered.map((one) => one.cloneNode(true)), before.decks[seat]))] : [])]));
}

function chosen(name) {
  const selects = [...byId("bots").querySelectorAll(`select[data-${name}]`)].filter((one) => one.value);
  return Object.fromEntries(selects.map((one) => [one.dataset[name], one.value]));
}

export function showGames({ found }, here) {
  byId("games").replaceChildren(...found.map((one) => element("option", { value: one.id }, one.title)));
  byId("games").value = here ?? "";
  byId("this-game").textContent = here && found.length ? `Game ${byId("games").selectedOptions[0]?.textContent ?? ""}` : "";
}

export function download({ name, text }) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers read it later
}

// Each game gets a new seed, unless somebody enters one.
const offerSeed = () => (byId("seed").value = 1 + Math.floor(Math.random() * 9999));

function newGame(beside) {
  const seed = Number(byId("seed").value);
  offerSeed();
  return { do: "new game", beside, seed, players: Number(byId("players").value),
    bots: chosen("seat"), decks: chosen("deck"), modules: chosenModules() };
}

function counted({ about, passed, failed, blocked, left, untested, unread }) {
  const more = unread ? ` ${unread === 1 ? "A file" : `${unread} files`} with scenarios can't be read: see below.` : "";
  if (!passed && !failed && !blocked) return `No scenario ${untested ? `names ${about}` : `is in ${about}`}.${more}`;
  const parts = passed || failed ? [`${passed} passed, ${failed} failed`] : [];
  if (left) parts.push(`${left} more not run`);
  if (blocked) parts.push(`${blocked} not run: correct the errors of the pack first`);
  return `${about}: ${parts.join(", ")}${more && `.${more}`}`;
}

let tested = []; // the files that the results of scenarios name
let awaitsRules = false; // whether scenarios did not run because of mistakes

function forgetTests() {
  remember([], false);
  byId("tested").className = "";
  byId("tested").textContent = "Put the cursor in a card and press Test.";
  byId("trials").replaceChildren();
}

function remember(files, isAwaiting) {
  tested = files;
  awaitsRules = isAwaiting;
}

// A file has been moved or deleted: nothing leads to it any more.
export function forgetFile(file) {
  if (tested.includes(file)) forgetTests();
  if (exportedTo === file) showExported("");
}

export function showTrials(message, goTo, ask) {
  const { about, found, untested, blocked } = message;
  remember([about, ...found.map((one) => one.file)], blocked > 0 || found.some((one) => one.error));
  byId("tested").className = "result";
  byId("tested").textContent = counted(message);
  if (untested) byId("tested").append(" ", element("button", { type: "button", on: { click: () => ask({ do: "new scenario", id: about }) } },
    `Add a scenario of ${about}`));
  byId("trials").replaceChildren(...found.map((one) => element("li", {},
    element("button", { type: "button", class: one.passed ? one.warning && "warning" : "error", on: { click: () => goTo(one) } },
      `${one.passed ? "passed" : one.error ? "error:" : "FAILED"} ${one.title}${one.warning ? `, ${one.warning}` : ""}`),
    one.why ? element("pre", {}, one.why) : null)));
  bringUp("tested");
}

// Replaces the results of scenarios.
export function showUntested(words) {
  remember([], true);
  byId("tested").className = "result error";
  byId("tested").textContent = words;
  byId("trials").replaceChildren();
  bringUp("tested");
}

export function listen(ask) {
  offerSeed();
  const onSubmit = (id, message) => byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    ask(message());
  });
  onSubmit("new", addition);
  byId("new-what").addEventListener("change", () => {
    chosenKind = byId("new-what").value;
    showWhat();
  });
  const onClick = (id, message) => byId(id).addEventListener("click", () => ask(message()));
  onClick("new-game", () => newGame(false));
  onClick("one-more", () => newGame(true));
  onClick("close-game", () => ({ do: "close game" }));
  onClick("save-game", () => ({ do: "save game" }));
  byId("load-game").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    if (file) ask({ do: "load game", text: await file.text() });
    target.value = ""; // so that the same file can be chosen again
  });
  byId("games").addEventListener("change", (event) => ask({ do: "show game", game: event.target.value }));
  onSubmit("export", exportGame);
  byId("export-title").addEventListener("input", () => showExported(""));
}
