// The game that is shown: its question, board and log, and for the author its decisions and links.
import { showGames } from "./adding.js";
import { drawBoard } from "./board.js";
import * as debug from "./debug.js";
import { byId, element, keepInView, say, showTitle } from "./page.js";
import { setText, showRows } from "./rows.js";
import { ask, key, send } from "./server.js";
import { showStopped } from "./writing.js";

const NO_GAME = "No game yet: press New game.";
let hasAnswered = false; // whether to move the focus to the next question
let board = null, position = null, games = { found: [] }, others = "";

export const shows = {
  pack(message) {
    others = message.others;
    if (!position) byId("prompt").textContent = NO_GAME;
  },
  games(message) {
    games = message;
    showGames(message, position?.game);
    if (!message.found.length) {
      debug.forget();
      byId("steps").hidden = byId("watch").parentElement.hidden = byId("why-not").hidden = true;
      byId("prompt").textContent = NO_GAME;
      for (const id of ["options", "board", "log"]) byId(id).replaceChildren();
    }
  },
  board(message) {
    board = { ...message, address: (path) => `${path}?key=${encodeURIComponent(key)}` };
    showTitle(message.title);
  },
  position(message) {
    position = message;
    showPosition(message);
  },
  // A change of the position that this page has.
  moved({ change }) {
    shows.position(changed(position, change));
  },
  why(message) {
    debug.showWhy(message, goToDecision, (position?.timeline ?? []).map(decision));
  },
  missing(message) {
    debug.showMissing(message, ask);
  },
};

// Applies a change from the server to a value (see changes.py).
function changed(old, change) {
  if ("is" in change) return change.is;
  if ("add" in change) return [...old.slice(change.drop), ...change.add];
  return { ...old, ...Object.fromEntries(Object.entries(change.in).map(([key, one]) => [key, changed(old[key], one)])) };
}

const titled = (id) => board?.things[id]?.title ?? id;
const decision = (one) => `${titled(one.player)}: ${one.title}`;
const answer = (option) => {
  hasAnswered = true;
  ask({ do: "answer", option });
};
// Goes back to before this decision, so that its question is asked again.
const goToDecision = (index) => ask({ do: "go to", number: index });
const why = (about) => ask({ do: "why", ...about });

function showPosition(message) {
  const { view, options, notice } = message;
  say(notice ?? "");
  byId("prompt").textContent = promptOf(message);
  const question = `${message.turn} ${message.prompt} ${view.log.length}`; // a click must not answer the next one
  showRows(byId("options"), numbered(options), ({ id, title }) => `${question} ${id} ${title}`, optionRow);
  byId("board").replaceChildren(...drawBoard(board, message, answer, why).filter(Boolean));
  if (hasAnswered) (byId("options").querySelector("button") ?? byId("question-head")).focus();
  hasAnswered = false;
  byId("why-not").open = false;
  byId("why-not").hidden = !options.length;
  debug.markOutdated();
  showLog(byId("log"), view.log);
  if (message.seats) showHost(message);
  else showTitle(`${board.title}: ${titled(message.seat)}`);
}

// Tells equal answers apart, such as those about copies of a card: the second one is `Mask (2)`.
function numbered(options) {
  const known = new Map();
  return options.map((one) => {
    const count = 1 + (known.get(one.title) ?? 0);
    known.set(one.title, count);
    return count > 1 ? { ...one, title: `${one.title} (${count})` } : one;
  });
}

// Follows the log, unless somebody has scrolled up.
function showLog(list, lines) {
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 5;
  showRows(list, lines.map((line, index) => ({ line, index })), ({ line, index }) => `${index} ${line}`, logRow);
  if (isAtEnd) list.scrollTop = list.scrollHeight;
}

function logRow() {
  const made = element("li");
  return { element: made, show: ({ line }) => setText(made, line) };
}

// Includes the text of the card that the option names, unless this seat can't see which card that is.
function optionRow() {
  let option;
  const made = element("button", { type: "button", on: { click: () => answer(option) } });
  return { element: made, show({ id, title, about }) {
    const { text } = board?.things[`${about?.kind} ${about?.id}`] ?? board?.things[about?.id] ?? {};
    option = id;
    made.title = text ?? "";
    if (text) made.setAttribute("aria-label", title);
    else made.removeAttribute("aria-label");
    made.replaceChildren(title, ...(text ? [element("small", {}, text)] : []));
  } };
}

function decisionRow() {
  let now;
  const button = element("button", { type: "button", on: { click: () => goToDecision(now.index) } });
  const made = element("li", {}, button);
  return { element: made, show(one) {
    now = one;
    setText(button, one.words);
    if (one.isNext) made.setAttribute("aria-current", "step");
    else made.removeAttribute("aria-current");
  } };
}

function overWords({ winners, scores, ranks }) {
  const known = Object.entries(scores).filter(([, score]) => score !== null).sort(([one], [other]) => ranks[one] - ranks[other]);
  const counted = known.length ? `. Scores: ${known.map(([player, score]) => `${titled(player)} ${score}`).join(", ")}` : "";
  return `Over: ${winners.length ? `won by ${winners.map(titled).join(", ")}` : "nobody won"}${counted}`;
}

function promptOf({ bot, outcome, paused, prompt, seat, turn }) {
  if (outcome) return overWords(outcome);
  if (paused) return "Stopped in the middle of an answer: see Decisions";
  const who = `${titled(turn)}${bot ? " (a bot)" : ""}`;
  return prompt ? `${seat === turn ? who : titled(seat)}: ${prompt}` : `${who} is asked`;
}

function showHost({ seats, timeline, answered, view, bot, paused, game }) {
  showGames(games, game);
  byId("steps").hidden = byId("watch").parentElement.hidden = false;
  debug.begin(send, game);
  debug.showPaused(paused, showStopped);
  byId("play-on").hidden = !(bot && answered < timeline.length);
  byId("back").disabled = answered === 0;
  byId("forth").disabled = answered === timeline.length;
  byId("step").textContent = `${answered} of ${timeline.length}`;
  showRows(byId("timeline"), timeline.map((one, index) => ({ index, words: decision(one), isNext: index === answered })),
    ({ index }) => `${index}`, decisionRow);
  showDecision(answered, timeline.length);
  byId("links").replaceChildren(...Object.entries(seats).map(([player, secret]) =>
    element("li", {}, element("a", { href: `${others}#${secret}`, target: "_blank", rel: "noopener" }, titled(player)))));
  const watched = byId("watch").value;
  byId("watch").replaceChildren(element("option", { value: "" }, "whoever is asked"),
    ...view.seats.map((player) => element("option", { value: player }, titled(player))));
  byId("watch").value = watched;
}

let shownDecision = ""; // so that nobody who looks at others is taken away from them

// Scrolls to the decision whose question is open, or to the last one.
function showDecision(answered, count) {
  const last = shownDecision;
  shownDecision = `${position.game} ${answered} ${count}`;
  const row = byId("timeline").children[Math.min(answered, count - 1)];
  if (row && shownDecision !== last) keepInView(byId("timeline"), row);
}

export function listen() {
  byId("to-game").addEventListener("click", () => (byId("options").querySelector("button") ?? byId("question-head")).focus());
  byId("play-on").addEventListener("click", () => ask({ do: "play on" }));
  byId("watch").addEventListener("change", (event) => ask({ do: "watch", player: event.target.value }));
  byId("back").addEventListener("click", () => ask({ do: "undo" }));
  byId("forth").addEventListener("click", () => ask({ do: "redo" }));
}
