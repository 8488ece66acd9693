// Draws the view of a seat, for any game: grids as grids, places and zones as cards with the things on them.
import { element } from "./page.js";

// `why` is called for clicks on anything that is not an answer.
export function drawBoard(board, position, answer, why) {
  const { view, options } = position;
  const offered = clickable(view, options);
  const pen = { board, offered, answer, why };
  const spot = (id, kind) => lookOf(board, id, kind).at;
  const gridded = new Set(Object.entries(board.grids).flatMap(([kind, grid]) => Object.keys(grid.cells).map((id) => cellName(view.places, kind, id))));
  const places = Object.entries(view.places).filter(([id]) => !gridded.has(id));
  const players = Object.entries(view.players);
  const zones = Object.entries(view.zones);
  const zone = ([id, one]) => holder(pen, id, one.things ? "" : `${one.count ?? "?"} hidden`, {}, one.things?.map(asThing));
  const place = ([id, one]) => holder(pen, id, one.kind, one.state, one.things);
  const player = ([id, one]) => holder(pen, id, "player", one.state, one.things);
  const there = (kind) => ([id, one]) => spot(id, kind ?? one.kind);
  const listed = (kind) => (entry) => !there(kind)(entry);
  return [
    facts(pen, view.state, "", ""),
    drawMap(pen, [...places.filter(there()).map(place), ...players.filter(there("player")).map(player), ...zones.filter(there("")).map(zone)]),
    ...Object.entries(board.grids).map(([kind, grid]) => drawGrid(pen, kind, grid, view.places)),
    group("Places", places.filter(listed()).map(place)),
    group("Players", players.filter(listed("player")).map(player)),
    group("Zones", zones.filter(listed("")).filter(([, one]) => one.count).map(zone)),
  ];
}

// If two kinds share a name, it is prefixed with the kind.
const cellName = (places, kind, id) => (`${kind} ${id}` in places ? `${kind} ${id}` : id);

// Players in a zone are just names.
const asThing = (one) => (typeof one === "string" ? { name: one, kind: "player", count: 1 } : one);

// How something is drawn: as the pack says for it, or else for its kind or a more general one.
function lookOf({ look, kinds, network }, id, kind) {
  const names = [`${kind} ${id}`, id, ...(kinds[kind] ?? [kind])];
  const own = id.replace(/ of \S+$/, "");
  return Object.assign({}, spotOf(network, id, kind), ...[own, ...names.reverse()].map((name) => look[name] ?? {}));
}

// Where a place of a network is drawn, unless the pack says something else.
function spotOf({ spots }, id, kind) {
  const at = spots[withKind(id, kind)];
  return at ? { at } : {};
}

const withKind = (id, kind) => (id.startsWith(`${kind} `) ? id : `${kind} ${id}`);

const sizeOf = ({ look, network: { size } }) => ({ wide: size?.[0] ?? 100, high: size?.[1] ?? 100, ...look.board });

// The map, on which things are where the pack puts them.
function drawMap(pen, holders) {
  if (!holders.length) return null;
  const { wide, high, picture, colour } = sizeOf(pen.board);
  const back = picture ? element("img", { src: pen.board.address(picture), alt: "" }) : drawLines(pen.board.network.lines, wide, high);
  const map = element("div", { class: picture ? "map" : "map plain" }, back, ...holders);
  map.style.aspectRatio = `${wide} / ${high}`;
  if (!picture) map.style.minWidth = `${Math.max(40, 7 * Math.sqrt(map.querySelectorAll(".card").length))}rem`;
  if (colour) map.style.background = colour;
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Map" }, map);
}

// The lines of networks, below the places. A picture of the board would have lines of its own.
function drawLines(lines, wide, high) {
  if (!lines.length) return null;
  const make = (tag, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };
  const drawing = make("svg", { viewBox: `0 0 ${wide} ${high}`, class: "lines", "aria-hidden": "true" });
  drawing.append(...lines.map((points) => make("polyline", { points: points.join(" ") })));
  return drawing;
}

function put(pen, made, { at, wide, high }) {
  if (!at) return made;
  const board = sizeOf(pen.board);
  made.classList.add("placed");
  made.style.left = `${(100 * at[0]) / board.wide}%`;
  made.style.top = `${(100 * at[1]) / board.high}%`;
  if (wide) made.style.width = `${(100 * wide) / board.wide}%`;
  if (high) made.style.minHeight = `${(100 * high) / board.high}%`;
  return made;
}

// If several things have one name, as dice do, a click would be ambiguous, so they are only answered by button.
function clickable(view, options) {
  const seen = new Map();
  const note = (name) => seen.set(name, (seen.get(name) ?? 0) + 1);
  const walk = (things) => things?.forEach((one) => {
    note(one.name);
    walk(one.things);
  });
  for (const group of [view.places, view.players, view.zones]) Object.values(group).forEach((one) => walk(one.things));
  const about = options.filter((one) => one.about?.id);
  const single = (id) => about.filter((one) => one.about.id === id).length === 1 && (seen.get(id) ?? 0) <= 1;
  return new Map(about.filter((one) => single(one.about.id)).map((one) => [one.about.id, one]));
}

function group(title, cards) {
  return cards.length ? element("section", {}, element("h3", {}, title), element("div", { class: "cards" }, ...cards)) : null;
}

// The state of something; clicking a value asks why. Zeros are only shown for players and for the game.
function facts(pen, state, kind, name) {
  const worth = Object.entries(state ?? {})
    .filter(([, value]) => (value || (value === 0 && (!kind || kind === "player"))) && !(Array.isArray(value) && !value.length));
  return worth.length ? element("p", { class: "facts" }, ...worth.map(([field, value]) => element("button",
    { type: "button", title: "why?", on: { click: () => pen.why({ kind, name, field, value: Number(value) }) } },
    value === true ? field : `${field} ${[value].flat().map((one) => titleOf(pen, String(one))).join(", ")}`))) : null;
}

// If two kinds share a name, it is prefixed with the kind.
function titleOf({ board }, id) {
  const { things, kinds, zones } = board;
  const [, kind, rest] = id.match(/^(\S+) (\S+)$/) ?? [];
  if (things[id] || (kinds[kind] && things[rest])) return (things[id] ?? things[rest]).title;
  return zones[id] ?? id;
}

// The answer that names this thing, if there is one.
function offer({ offered, board: { kinds } }, id, kind) {
  const option = offered.get(id.replace(`${kind} `, ""));
  const is = (one, other) => (kinds[one] ?? [one]).includes(other);
  return option && (!kind || is(kind, option.about.kind) || is(option.about.kind, kind)) ? option : null;
}

function named(pen, id, kind, words) {
  const option = offer(pen, id, kind);
  return option
    ? element("button", { type: "button", on: { click: () => pen.answer(option.id) } }, words)
    : element("strong", {}, words);
}

const isOf = (thing, kind, { kinds }) => thing && (kinds[kind] ?? [kind]).includes(thing.kind);

// The printed values of a definition: its numbers, or those that its pack wants to show. On the map, where space is
// scarce, words have the name of their property in a tooltip.
function printed({ board }, id, kind, isOnMap) {
  const { [`${kind} ${id}`]: own, [id]: other } = board.things;
  const facts = (own ?? (isOf(other, kind, board) ? other : null))?.printed ?? {};
  const shown = Object.entries(facts);
  return shown.length ? element("p", { class: "printed" }, ...shown.flatMap(([name, value], index) =>
    [index ? " · " : "", isOnMap && isNaN(value) ? "" : `${name} `, element("b", { title: name }, value)])) : null;
}

// What an edge joins, for those who can't see the lines.
function joined({ board: { network } }, id, kind) {
  const ends = network.joins[withKind(id, kind)];
  return ends ? element("span", { class: "aloud" }, ` from ${ends.join(" to ")}`) : null;
}

function holder(pen, id, kind, state, things = []) {
  const look = lookOf(pen.board, id, kind);
  const made = element("div", { class: `card holder${offer(pen, id, kind) ? " offered" : ""}` },
    drawn(pen, look),
    named(pen, id, kind, titleOf(pen, id)),
    kind && !look.at ? element("span", { class: "faint" }, ` ${kind}`) : null,
    joined(pen, id, kind),
    printed(pen, id, kind, look.at),
    facts(pen, state, kind, id),
    things.length ? element("div", { class: "cards" }, ...merged(things).map((one) => thing(pen, one))) : null);
  if (look.colour) made.style.borderColor = look.colour;
  return put(pen, made, look);
}

// Adjacent things that look the same are drawn once.
function merged(things) {
  const found = [];
  for (const one of things) {
    const last = found.at(-1);
    if (last && JSON.stringify({ ...last, count: 1 }) === JSON.stringify({ ...one, count: 1 })) last.count += one.count;
    else found.push({ ...one });
  }
  return found;
}

function drawn(pen, { picture }) {
  return picture ? element("img", { class: "picture", src: pen.board.address(picture), alt: "" }) : null;
}

function thing(pen, one) {
  const look = lookOf(pen.board, one.name, one.kind);
  if (look.shape && look.shape !== "card") return token(pen, one, look);
  const { text } = pen.board.things[`${one.kind} ${one.name}`] ?? pen.board.things[one.name] ?? {};
  const count = one.count > 1 ? ` × ${one.count}` : "";
  const made = element("div", { class: offer(pen, one.name, one.kind) ? "card offered" : "card" },
    drawn(pen, look),
    named(pen, one.name, one.kind, titleOf(pen, one.name) + count),
    one.owner && !one.name.startsWith(`${one.owner} `) ? element("span", { class: "faint" }, ` of ${titleOf(pen, one.owner)}`) : null,
    printed(pen, one.name, one.kind),
    facts(pen, one.state, one.kind, one.name),
    text ? element("p", {}, text) : null,
    one.things?.length ? element("div", { class: "cards" }, ...one.things.map((inner) => thing(pen, inner))) : null);
  if (look.colour) made.style.borderColor = look.colour;
  return made;
}

// A piece as a shape in its owner's colour; its name is for screen readers, and in the tooltip.
function token(pen, one, look) {
  const shape = look.picture ? drawn(pen, look) : element("span", { class: `shape ${look.shape}` });
  const owner = one.owner ? lookOf(pen.board, one.owner, "player").colour : "";
  if (!look.picture) shape.style.background = look.colour ?? owner ?? "";
  const words = titleOf(pen, one.name) + (one.count > 1 ? ` × ${one.count}` : "");
  return element("span", { class: "token", title: words }, shape,
    offer(pen, one.name, one.kind) ? named(pen, one.name, one.kind, words) : element("span", { class: "aloud" }, words),
    one.count > 1 ? element("span", { "aria-hidden": "true" }, `×${one.count}`) : null,
    facts(pen, one.state, one.kind, one.name));
}

function drawGrid(pen, kind, grid, places) {
  const at = new Map(Object.entries(grid.cells).map(([id, [column, row]]) => [`${column},${row}`, id]));
  const rows = [];
  for (let row = grid.height; row >= 1; row -= 1) {
    const cells = [];
    for (let column = 1; column <= grid.width; column += 1) cells.push(cell(pen, kind, at.get(`${column},${row}`), places));
    rows.push(element("tr", {}, ...(grid.hexagons ? inHexagons(cells, row) : cells)));
  }
  const table = element("table", { class: grid.hexagons ? "grid hexagons" : "grid" }, element("caption", {}, kind), element("tbody", {}, ...rows));
  if (grid.hexagons) table.style.width = `${4.6 * (grid.width + 0.5)}rem`;
  if (table.querySelector(".card")) {
    table.classList.add("wide");
    table.style.minWidth = `${7 * grid.width}rem`;
  }
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": kind }, table);
}

// Even rows are half a cell further to the right, so that each cell touches its six neighbours.
function inHexagons(cells, row) {
  for (const one of cells) one.colSpan = 2;
  const half = element("td", { class: "gap", "aria-hidden": "true" });
  return row % 2 ? [...cells, half] : [half, ...cells];
}

function cell(pen, kind, id, places) {
  if (id === undefined) return element("td", { class: "gap", "aria-hidden": "true" });
  const name = cellName(places, kind, id);
  const { things = [], state } = places[name] ?? {};
  const option = offer(pen, name, kind);
  const isPlain = (one) => one.owner && !pen.board.things[one.name] && !lookOf(pen.board, one.name, one.kind).shape;
  const words = things.map((one) => titleOf(pen, isPlain(one) ? one.owner : one.name)).join(", ");
  const inside = things.every(isPlain) ? [words] : merged(things).map((one) => thing(pen, one));
  const click = option && element("button", { type: "button", "aria-label": `${id} ${words}`, on: { click: () => pen.answer(option.id) } },
    things.every(isPlain) ? words || id : id);
  const look = lookOf(pen.board, name, kind);
  const made = element("td", { class: option ? "offered" : null, title: id },
    drawn(pen, look), click, printed(pen, name, kind, true), facts(pen, state, kind, name),
    ...(click && things.every(isPlain) ? [] : inside));
  if (look.colour) made.style.borderColor = look.colour;
  return made;
}

export function drawTree(tree) {
  const words = tree.value ? `${tree.words}: ${tree.value}` : tree.words;
  return element("li", {}, tree.note ? `${words} (${tree.note})` : words,
    tree.parts.length ? element("ul", { class: "tree" }, ...tree.parts.map(drawTree)) : null);
}
