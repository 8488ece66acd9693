// What is beside the editor and before a game: forms to add things, results of tests, who plays.
// `ask` sends a message to the server.
import { bringUp, byId, element } from "./page.js";

const choices = (words) => words.map((word) => element("option", { value: word }, word));

let noRules = "", mistakes = []; // why nobody knows who plays, and what can be added

export function showPack({ title, seats, kinds, bots, modules, on = [], decks, why = "" }, goTo, describe) {
  byId("title").textContent = title;
  byId("begin").hidden = byId("who").hidden = false;
  keep(byId("players"), Object.keys(seats));
  keep(byId("card-kind"), kinds);
  showModules(modules, on, describe);
  const draw = () => showSeats(seats[byId("players").value] ?? [], bots, decks);
  byId("players").onchange = draw;
  draw();
  noRules = why;
  showNoRules(goTo);
}

// Without rules nobody knows the players, nor the kinds of what can be added.
function showNoRules(goTo) {
  byId("no-rules").hidden = !noRules;
  const links = mistakes.slice(0, 1).map((one) => element("button", { type: "button", on: { click: () => goTo(one) } },
    `${one.file ?? ""}:${one.line} ${one.message}`));
  byId("no-rules").replaceChildren(`Kinds and players are unknown: ${noRules} `, ...links);
}

// Once the mistakes are gone, the pack can be described.
export function showMistakes(found, goTo, describe) {
  const before = mistakes.length;
  mistakes = found.filter((one) => one.severity === "error");
  showNoRules(goTo);
  if (noRules && before && !mistakes.length) describe(chosenModules());
}

// The choice stays where it still is one.
function keep(select, words) {
  const before = select.value;
  select.replaceChildren(...choices(words));
  if (words.includes(before)) select.value = before;
}

// Modules decide how many can play, so the pack is described anew.
function showModules(modules, on, describe) {
  byId("modules").replaceChildren(...Object.entries(modules).map(([name, title]) =>
    element("label", {}, element("input", { type: "checkbox", value: name, checked: on.includes(name) }), ` ${title || name}`)));
  byId("modules").onchange = () => describe(chosenModules());
}

export const chosenModules = () => [...byId("modules").querySelectorAll("input:checked")].map((one) => one.value);

function showSeats(seats, bots, decks) {
  const before = { bots: chosen("seat"), decks: chosen("deck") };
  const pick = (name, seat, first, found, value) => {
    const select = element("select", { [`data-${name}`]: seat }, element("option", { value: "" }, first), ...found);
    select.value = value ?? "";
    return select;
  };
  const offered = Object.entries(decks).map(([id, title]) => element("option", { value: id }, title || id));
  byId("bots").replaceChildren(...seats.flatMap((seat) => [
    element("label", {}, `${seat} `, pick("seat", seat, "a person", choices(bots), before.bots[seat])),
    ...(offered.length ? [element("label", {}, `deck of ${seat} `,
      pick("deck", seat, "as the pack says", offered.map((one) => one.cloneNode(true)), before.decks[seat]))] : [])]));
}

function chosen(name) {
  const selects = [...byId("bots").querySelectorAll(`select[data-${name}]`)].filter((one) => one.value);
  return Object.fromEntries(selects.map((one) => [one.dataset[name], one.value]));
}

export function showGames({ found }, here) {
  byId("games").replaceChildren(...found.map((one) => element("option", { value: one.id }, one.title)));
  byId("games").value = here ?? "";
}

const newGame = (beside) => ({ do: "new game", beside, players: Number(byId("players").value), seed: Number(byId("seed").value),
  bots: chosen("seat"), decks: chosen("deck"), modules: chosenModules() });

export function showTrials({ found, passed, failed, left, about }, goTo) {
  byId("tested").className = "result";
  byId("tested").textContent = passed + failed ? `${about}: ${passed} passed, ${failed} failed${left ? `, ${left} more not run` : ""}`
    : `No scenario names ${about}. Add one: see Add.`;
  byId("trials").replaceChildren(...found.map((one) => element("li", {},
    element("button", { type: "button", class: one.passed ? one.warning && "warning" : "error", on: { click: () => goTo(one) } },
      `${one.passed ? "passed" : "FAILED"} ${one.title}${one.warning ? `, ${one.warning}` : ""}`),
    one.why ? element("pre", {}, one.why) : null)));
  bringUp("tested");
}

export function listen(ask) {
  const onSubmit = (id, message) => byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    ask(message());
  });
  onSubmit("new-card", () => {
    const id = byId("scenario-id").value = byId("card-id").value; // what is tested next
    return { do: "new card", id, kind: byId("card-kind").value };
  });
  onSubmit("new-scenario", () => ({ do: "new scenario", id: byId("scenario-id").value }));
  onSubmit("new-file", () => ({ do: "new file", file: byId("file-name").value }));
  const onClick = (id, message) => byId(id).addEventListener("click", () => ask(message()));
  onClick("new-game", () => newGame(false));
  onClick("one-more", () => newGame(true));
  onClick("close-game", () => ({ do: "close game" }));
  byId("games").addEventListener("change", (event) => ask({ do: "show game", game: event.target.value }));
  onSubmit("export", () => ({ do: "export", title: byId("export-title").value }));
}
