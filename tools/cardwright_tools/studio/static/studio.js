// The page: shows what the server sends, and sends what people do. Nothing is decided here.
// Each part of the page shows some of the messages; `pack` and `diagnostics` are for several.
import * as adding from "./adding.js";
import * as commands from "./author_commands.js";
import * as conflicts from "./conflicts.js";
import * as debug from "./debug.js";
import * as english from "./english.js";
import * as hovering from "./hovering.js";
import * as moving from "./moving.js";
import { element, note, say } from "./page.js";
import * as playing from "./playing.js";
import { ask, connect, send } from "./server.js";
import * as writing from "./writing.js";

const describe = (modules) => send({ do: "describe", modules });

// Errors are shown where the result would be, if it has a place.
const inPlace = { breakpoints: debug.showWrongStops, why: debug.showNoReason, "why not": debug.showNoReason,
  step: debug.showNoStep, export: (why) => adding.showExported(why),
  rename: english.showNotRenamed, "move file": moving.showRefused("move"),
  "delete file": moving.showRefused("delete"), test: adding.showUntested, "test all": adding.showUntested,
  hover: hovering.refuse, complete: commands.refuse };

const shows = {
  ...writing.shows,
  ...conflicts.shows,
  ...commands.shows,
  ...english.shows,
  ...hovering.shows,
  ...moving.shows,
  ...playing.shows,
  pack(message) {
    adding.showPack(message, writing.jump, describe);
    playing.shows.pack(message);
  },
  diagnostics(message) {
    writing.shows.diagnostics(message);
    adding.showMistakes(message.found, writing.jump, describe);
  },
  "saved game": adding.download,
  breakpoints({ moved }) {
    debug.showWrongStops();
    writing.moveStops(moved);
  },
  trials(message) {
    adding.showTrials(message, writing.jump, ask);
  },
  files(message) {
    if (message.open) adding.added(message.open);
    return writing.shows.files(message);
  },
  note({ about, words, offer, newer }) {
    const by = (rules) => element("button", { type: "button", on: { click: () => (note(about, ""), ask({ do: `${rules} rules` })) } },
      `Continue with the ${rules} rules`);
    const offers = [...(offer ? [by("old")] : []), ...(newer ? [by("new")] : [])];
    note(about, words, () => about === "game" && send({ do: "dismiss" }), ...offers);
  },
  refused({ why, asked }) {
    if (asked.do) writing.refused(asked);
    (inPlace[asked.do] ?? (moving.wasGone(asked) ? () => {} : say))(why, asked);
  },
};

writing.listen();
commands.listen();
playing.listen();
adding.listen(ask);
debug.listen(ask, send);
connect(shows, () => {
  debug.forget();
  writing.comeBack();
});
