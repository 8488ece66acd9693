// What is beside the editor and before a game: forms to add things, results of tests, who plays.
// `ask` sends a message to the server.
import { element } from "./board.js";

const byId = (id) => document.getElementById(id);
const choices = (words) => words.map((word) => element("option", { value: word }, word));

export function showPack({ title, seats, kinds, bots }) {
  byId("title").textContent = title;
  byId("begin").hidden = false;
  keep(byId("players"), Object.keys(seats));
  keep(byId("card-kind"), kinds);
  const draw = () => showSeats(seats[byId("players").value] ?? [], bots);
  byId("players").onchange = draw;
  draw();
}

// The choice stays where it still is one.
function keep(select, words) {
  const before = select.value;
  select.replaceChildren(...choices(words));
  if (words.includes(before)) select.value = before;
}

function showSeats(seats, bots) {
  const before = chosenBots();
  byId("bots").replaceChildren(...seats.map((seat) =>
    element("label", {}, `${seat} `, element("select", { "data-seat": seat },
      element("option", { value: "" }, "a person"), ...choices(bots)))));
  for (const select of byId("bots").querySelectorAll("select")) select.value = before[select.dataset.seat] ?? "";
}

export function chosenBots() {
  const selects = [...byId("bots").querySelectorAll("select")].filter((one) => one.value);
  return Object.fromEntries(selects.map((one) => [one.dataset.seat, one.value]));
}

export function showTrials({ found, left, about }, goTo) {
  const failed = found.filter((one) => !one.passed).length;
  byId("tested").textContent = found.length ? `${about}: ${found.length - failed} passed, ${failed} failed${left ? `, ${left} more not run` : ""}`
    : `No scenario names ${about}. Add one: see Add.`;
  byId("trials").replaceChildren(...found.map((one) => element("li", {},
    element("button", { type: "button", class: one.passed ? null : "error", on: { click: () => goTo(one) } },
      `${one.passed ? "passed" : "FAILED"} ${one.title}`),
    one.why ? element("pre", {}, one.why) : null)));
}

export function listen(ask) {
  const onSubmit = (id, message) => byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    ask(message());
  });
  onSubmit("new-card", () => ({ do: "new card", id: byId("card-id").value, kind: byId("card-kind").value }));
  onSubmit("new-scenario", () => ({ do: "new scenario", id: byId("scenario-id").value }));
  onSubmit("new-file", () => ({ do: "new file", file: byId("file-name").value }));
  onSubmit("export", () => ({ do: "export", title: byId("export-title").value }));
}
