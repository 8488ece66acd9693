// The page: what the server tells is shown, what people do is sent. Nothing is decided here.
import { listen, showGames, showPack, showTrials } from "./adding.js";
import { drawBoard, element } from "./board.js";
import * as debug from "./debug.js";

const byId = (id) => document.getElementById(id);
const key = location.hash.slice(1);
const state = { file: "", found: [], board: null, position: null, writing: null, waiting: new Map() };
let socket;

// What somebody asks for makes an older refusal obsolete.
function ask(message) {
  say("");
  clearTimeout(state.slow);
  state.slow = setTimeout(() => tell("Working …"), 400);
  send(message);
}

function say(words) {
  byId("notice").textContent = words;
  byId("notice").classList.toggle("code", words.includes("\n"));
}

function send(message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function connect() {
  socket = new WebSocket(`ws://${location.host}/socket?key=${encodeURIComponent(key)}`);
  socket.addEventListener("open", () => {
    state.isHost = false; // a studio that was started again does not know where to stop
    tell("Connected");
  });
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    clearTimeout(state.slow);
    if (byId("status").textContent !== "Connected") tell("Connected");
    shows[message.event]?.(message);
  });
  socket.addEventListener("close", (event) => {
    clearTimeout(state.slow);
    if (event.code === 4403 || event.code === 1006 && !state.position && !state.found.length) tell("This link is not valid, or the studio has stopped");
    else tell("Connection lost; trying again");
    setTimeout(connect, 1000);
  });
}

const tell = (words) => (byId("status").textContent = words);

const shows = {
  pack(message) {
    state.others = message.others;
    showPack(message, (modules) => ask({ do: "describe", modules }));
    if (!state.position) byId("prompt").textContent = "No game yet: press New game.";
  },
  async files({ files, open: added, at }) {
    byId("write").hidden = false;
    byId("file").replaceChildren(...files.map((name) => element("option", { value: name }, name)));
    byId("file").value = state.file;
    await startWriting();
    if (added) state.goTo = { file: added, start: at };
    // Come back from a lost connection, a page says what it has, which may be news to the studio.
    if (state.file && !added && files.includes(state.file)) sendEdit(state.writing.text());
    else open(added || state.stopped?.file || files.find((name) => name !== "pack.yaml") || files[0]);
  },
  games(message) {
    state.games = message;
    showGames(message, state.position?.game);
    if (!message.found.length) {
      byId("steps").hidden = true;
      byId("prompt").textContent = "No game: press New game.";
      for (const id of ["options", "board", "log"]) byId(id).replaceChildren();
    }
  },
  async file({ file, text, version }) {
    await startWriting();
    if (file !== state.file) flush();
    byId("conflict").hidden = true;
    state.file = file;
    state.version = version;
    byId("file").value = file;
    state.text = state.sent = text;
    state.writing.load(text);
    state.writing.showStops(debug.stopsOf(file));
    report();
    showHere();
    showCovered();
    if (state.goTo?.file === file) state.writing.goTo(units(text, state.goTo.start));
    state.goTo = null;
  },
  diagnostics({ found, unsaved }) {
    state.found = found;
    byId("unsaved").textContent = unsaved.length ? `unsaved: ${unsaved.join(", ")}` : state.unsaved ? "saved" : "";
    state.unsaved ||= unsaved.length > 0;
    report();
  },
  changed({ file }) {
    conflict(`${file} has been changed elsewhere since it was opened here.`, false);
  },
  // Another page has changed the text that this one has changed, too.
  overtaken({ file }) {
    if (file === state.file) conflict(`${file} has been changed on another page; what you write here is not kept.`, true);
  },
  // The same, but nothing was written here: this page goes along.
  edited({ file, text, version }) {
    if (file !== state.file) return;
    if (state.timer || !byId("conflict").hidden) return shows.overtaken({ file });
    state.version = version;
    state.text = state.sent = text;
    const at = state.writing.view.state.selection.main.head;
    state.writing.load(text);
    state.writing.showStops(debug.stopsOf(file));
    state.writing.view.dispatch({ selection: { anchor: Math.min(at, text.length) } });
    report();
  },
  trials(message) {
    showTrials(message, (one) => jump(one));
  },
  coverage(message) {
    state.coverage = message;
    byId("covered").textContent = `${message.percent}% covered by ${message.by}`;
    showCovered();
  },
  completions(message) {
    state.waiting.get("completions")?.(message);
  },
  explanation({ head, text, facts, english, written }) {
    if (!head) return;
    byId("english").replaceChildren(
      element("strong", {}, head),
      ...(text ? [element("blockquote", {}, text)] : []),
      element("ul", {}, ...[...facts, ...english].map((line) => element("li", {}, line))),
      ...(written ? [element("p", {}, "Written: ", element("code", {}, written))] : []));
  },
  board(message) {
    state.board = { ...message, address: (path) => `${path}?key=${encodeURIComponent(key)}` };
    byId("title").textContent = message.title;
  },
  position(message) {
    state.position = message;
    showPosition(message);
  },
  // What is new in the position that this page has.
  moved({ change }) {
    shows.position(changed(state.position, change));
  },
  why(message) {
    debug.showWhy(message, goToDecision, timelineWords());
  },
  missing(message) {
    debug.showMissing(message, ask);
  },
  refused({ why }) {
    say(why);
  },
};

// A value after a change of the server's (changes.py).
function changed(old, change) {
  if ("is" in change) return change.is;
  if ("add" in change) return [...old.slice(change.drop), ...change.add];
  return { ...old, ...Object.fromEntries(Object.entries(change.in).map(([key, one]) => [key, changed(old[key], one)])) };
}

function showPosition(message) {
  const { view, prompt, options, outcome, turn, seat, notice } = message;
  say(notice ?? "");
  byId("prompt").textContent = outcome ? `Over: ${outcome.winners.length ? `won by ${outcome.winners.map(titled).join(", ")}` : "nobody won"}`
    : message.paused ? "Stopped amid an answer: see Decisions"
    : prompt ? `${titled(seat)}: ${prompt}` : `${titled(turn)} is asked`;
  byId("options").replaceChildren(...options.map((one) =>
    element("button", { type: "button", on: { click: () => answer(one.id) } }, one.title)));
  byId("board").replaceChildren(...drawBoard(state.board, message, answer, why).filter(Boolean));
  byId("why-not").open = false;
  byId("why-not").hidden = !options.length;
  byId("log").replaceChildren(...view.log.map((line) => element("li", {}, line)));
  byId("log").scrollTop = byId("log").scrollHeight;
  if (message.seats) showHost(message);
}

function showHost({ seats, timeline, answered, view, bot, paused, game }) {
  showGames(state.games, game);
  byId("steps").hidden = false;
  if (!state.isHost) debug.sendStops(send);
  state.isHost = true;
  debug.showPaused(paused, showStopped);
  byId("play-on").hidden = !(bot && answered < timeline.length);
  byId("back").disabled = answered === 0;
  byId("forth").disabled = answered === timeline.length;
  byId("step").textContent = `${answered} of ${timeline.length}`;
  byId("timeline").replaceChildren(...timeline.map((one, index) =>
    element("li", { "aria-current": index + 1 === answered ? "step" : null },
      element("button", { type: "button", on: { click: () => goToDecision(index + 1) } }, `${titled(one.player)}: ${one.title}`))));
  byId("links").replaceChildren(...Object.entries(seats).map(([player, secret]) =>
    element("li", {}, element("a", { href: `${state.others ?? ""}/#${secret}`, target: "_blank", rel: "noopener" }, titled(player)))));
  const watched = byId("watch").value;
  byId("watch").replaceChildren(element("option", { value: "" }, "whoever is asked"),
    ...view.seats.map((player) => element("option", { value: player }, titled(player))));
  byId("watch").value = watched;
}

const goToDecision = (number) => ask({ do: "go to", number });
const timelineWords = () => (state.position?.timeline ?? []).map((one) => `${titled(one.player)}: ${one.title}`);
const why = (about) => ask({ do: "why", ...about });

// Where the debugger has stopped, in the editor.
function showStopped(paused) {
  const moved = paused?.start !== state.stopped?.start || paused?.file !== state.stopped?.file;
  state.stopped = paused;
  if (paused?.file && paused.file !== state.file && moved) open(paused.file);
  else showHere();
}

const showCovered = () => state.writing?.showCovered(state.coverage?.files[state.file] ?? []);

function showHere() {
  const { stopped, text = "" } = state;
  const inside = stopped?.file === state.file;
  state.writing?.showHere(inside ? units(text, stopped.start) : 0, inside ? units(text, stopped.end) : 0);
}

const titled = (id) => state.board?.things[id]?.title ?? id;
const answer = (option) => ask({ do: "answer", option });

function open(file) {
  flush();
  send({ do: "open", file });
}

// ------------------------------------------------------------------------------- writing

const startWriting = () => (state.starting ??= makeEditor());

async function makeEditor() {
  const { editor } = await import("./editor.js");
  state.writing = editor(byId("editor"), {
    changed(text) {
      state.text = text;
      clearTimeout(state.timer);
      state.timer = setTimeout(flush, 150);
    },
    complete,
    async explain() { return null; },
    save,
    stopped(lines) {
      debug.setStops(state.file, lines);
      if (state.isHost) debug.sendStops(ask);
    },
    nonce: document.querySelector("meta[name=style-nonce]").content,
  });
  byId("editor").addEventListener("keyup", explainHere);
  byId("editor").addEventListener("mouseup", explainHere);
}

// What was typed goes to the file it was typed in, so it is sent before another one opens.
function flush() {
  clearTimeout(state.timer);
  if (state.timer) sendEdit(state.text);
  state.timer = null;
}

// Each edit says which version it changes, and makes the next one.
function sendEdit(text) {
  if (!byId("conflict").hidden || socket.readyState !== WebSocket.OPEN) return;
  send({ do: "edit", file: state.file, text, version: state.version });
  state.version += 1;
  state.sent = text;
}

function explainHere() {
  const { view } = state.writing;
  send({ do: "explain", file: state.file, at: points(view.state.selection.main.head) });
}

function save() {
  sendText();
  debug.setStops(state.file, state.writing.stops()); // they have gone along with the text
  if (state.isHost) debug.sendStops(send);
  ask({ do: "save", file: state.file, version: state.version });
}

// The server has what is in the editor now, and no older text follows.
function sendText() {
  clearTimeout(state.timer);
  state.timer = null;
  if (state.writing.text() !== state.sent) sendEdit(state.writing.text());
}

function runTests() {
  sendText();
  ask({ do: "test", file: state.file, at: points(state.writing.view.state.selection.main.head) });
}

function conflict(words, onPage) {
  byId("conflict-words").textContent = words;
  byId("conflict").hidden = false;
  state.onPage = onPage;
  byId("load-again").focus();
}

// Theirs: of another page, or of the disk.
function settle(mine) {
  byId("conflict").hidden = true;
  clearTimeout(state.timer);
  state.timer = null;
  const { file, onPage } = state;
  if (onPage && mine) {
    send({ do: "edit", file, text: state.writing.text() });
    open(file);
  }
  else if (onPage) open(file);
  else ask(mine ? { do: "save", file, over: true } : { do: "reload", file });
}

async function complete(context) {
  const word = context.matchBefore(/[\w-]*/);
  if (!context.explicit && word.from === word.to) return null;
  sendText();
  send({ do: "complete", file: state.file, at: points(context.pos) });
  const { found } = await new Promise((resolve) => state.waiting.set("completions", resolve));
  const types = { key: "property", value: "constant", verb: "function", word: "keyword", name: "variable" };
  return { from: word.from, options: found.map((one, index) => ({
    label: one.text, detail: one.doc, type: types[one.sort], boost: -index / 10,
    apply: one.sort === "key" ? `${one.text}: ` : one.text })) };
}

// Offsets of the server count code points, those of the editor UTF-16 units.
const points = (units) => [...state.writing.text().slice(0, units)].length;
const units = (text, count) => [...text].slice(0, count).join("").length;

function report() {
  const text = state.text ?? "";
  const here = state.found.filter((one) => one.file === state.file);
  state.writing?.report(here.map((one) => ({
    from: units(text, one.start), to: units(text, one.end), severity: one.severity === "note" ? "info" : one.severity,
    message: one.help ? `${one.message}\n${one.help}` : one.message, source: one.code,
    actions: one.fixes.map((fix) => ({ name: `Write ${fix.text.trim() || "spaces"}`, apply: (view) => view.dispatch({
      changes: { from: units(text, fix.start), to: units(text, fix.end), insert: fix.text } }) })) })));
  byId("problems").replaceChildren(...state.found.map(problem));
  if (!state.found.length) byId("problems").append(element("li", {}, "None"));
}

function problem(one) {
  const words = `${one.code} ${one.file ?? ""}:${one.line} ${one.message}${one.help ? ` — ${one.help}` : ""}`;
  return element("li", {}, element("button", { type: "button", class: one.severity, on: { click: () => jump(one) } }, words));
}

function jump(one) {
  if (!one.file) return;
  if (one.file !== state.file) {
    state.goTo = one;
    open(one.file);
  }
  else state.writing.goTo(units(state.text, one.start));
}

// -------------------------------------------------------------------------------- events

byId("file").addEventListener("change", (event) => open(event.target.value));
byId("save").addEventListener("click", save);
byId("test").addEventListener("click", runTests);
byId("cover").addEventListener("click", () => {
  sendText();
  byId("covered").textContent = "Scenarios and games are run …";
  ask({ do: "coverage" });
});
byId("load-again").addEventListener("click", () => settle(false));
byId("keep-mine").addEventListener("click", () => settle(true));
byId("play-on").addEventListener("click", () => ask({ do: "play on" }));
listen(ask);
byId("watch").addEventListener("change", (event) => ask({ do: "watch", player: event.target.value }));
byId("back").addEventListener("click", () => goToDecision(state.position.answered - 1));
byId("forth").addEventListener("click", () => goToDecision(state.position.answered + 1));
debug.listen(ask, send);
connect();
