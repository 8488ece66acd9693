// Draws what a seat sees of any game: grids as grids, places and zones as cards with what is there.
// All texts are of a pack, so they become text nodes and never markup.

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, handler] of Object.entries(value)) made.addEventListener(event, handler);
    else if (value !== undefined && value !== null && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// `why` is asked about what somebody clicks on that is no answer.
export function drawBoard(board, position, answer, why) {
  const { view, options } = position;
  const offered = clickable(view, options);
  const pen = { board, offered, answer, why };
  const gridded = new Set(Object.values(board.grids).flatMap((grid) => Object.keys(grid.cells)));
  const places = Object.entries(view.places).filter(([id, place]) => !gridded.has(id) && isWorthShowing(place));
  return [
    facts(pen, view.state, "", ""),
    ...Object.entries(board.grids).map(([kind, grid]) => drawGrid(pen, kind, grid, view.places)),
    group("Places", places.map(([id, place]) => holder(pen, id, place.kind, place.state, place.things))),
    group("Players", Object.entries(view.players).map(([id, one]) => holder(pen, id, "player", one.state, one.things))),
    group("Zones", Object.entries(view.zones).filter(([, zone]) => zone.count).map(([id, zone]) =>
      holder(pen, id, zone.things ? "" : `${zone.count} hidden`, {}, zone.things))),
  ];
}

// Of several things of one name, such as dice, a click would not say which: these have only the buttons.
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

const isWorthShowing = (place) => place.things?.length || Object.values(place.state ?? {}).some((value) => value);

function group(title, cards) {
  return cards.length ? element("section", {}, element("h3", {}, title), element("div", { class: "cards" }, ...cards)) : null;
}

// What is known of something; clicking it asks why.
function facts(pen, state, kind, name) {
  const worth = Object.entries(state ?? {})
    .filter(([, value]) => value !== false && value !== null && value !== "" && !(Array.isArray(value) && !value.length));
  return worth.length ? element("p", { class: "facts" }, ...worth.map(([field, value]) => element("button",
    { type: "button", title: "why?", on: { click: () => pen.why({ kind, name, field, value: Number(value) }) } },
    value === true ? field : `${field} ${Array.isArray(value) ? value.join(", ") : value}`))) : null;
}

function titleOf(pen, id) {
  const things = pen.board.things;
  return things[id]?.title ?? id.replace(/ of (\S+)$/, (whole, owner) => (things[owner] ? ` of ${things[owner].title}` : whole));
}

function named(pen, id, words) {
  const option = pen.offered.get(id);
  return option
    ? element("button", { type: "button", on: { click: () => pen.answer(option.id) } }, words)
    : element("strong", {}, words);
}

function holder(pen, id, kind, state, things = []) {
  return element("div", { class: pen.offered.has(id) ? "card offered" : "card" },
    named(pen, id, titleOf(pen, id)),
    kind ? element("span", { class: "faint" }, ` ${kind}`) : null,
    facts(pen, state, kind, id),
    things.length ? element("div", { class: "cards" }, ...things.map((one) => thing(pen, one))) : null);
}

function thing(pen, one) {
  const printed = pen.board.things[one.name];
  const count = one.count > 1 ? ` × ${one.count}` : "";
  return element("div", { class: pen.offered.has(one.name) ? "card offered" : "card" },
    named(pen, one.name, titleOf(pen, one.name) + count),
    one.owner ? element("span", { class: "faint" }, ` of ${titleOf(pen, one.owner)}`) : null,
    facts(pen, one.state, one.kind, one.name),
    printed?.text ? element("p", {}, printed.text) : null,
    one.things?.length ? element("div", { class: "cards" }, ...one.things.map((inner) => thing(pen, inner))) : null);
}

function drawGrid(pen, kind, grid, places) {
  const at = new Map(Object.entries(grid.cells).map(([id, [column, row]]) => [`${column},${row}`, id]));
  const rows = [];
  for (let row = grid.height; row >= 1; row -= 1) {
    const cells = [];
    for (let column = 1; column <= grid.width; column += 1) cells.push(cell(pen, at.get(`${column},${row}`), places));
    rows.push(element("tr", {}, ...cells));
  }
  return element("div", { class: "scroll" }, element("table", { class: "grid" }, element("caption", {}, kind), element("tbody", {}, ...rows)));
}

function cell(pen, id, places) {
  if (id === undefined) return element("td", { "aria-hidden": "true" });
  const words = (places[id]?.things ?? []).map((one) => (one.owner ? titleOf(pen, one.owner) : titleOf(pen, one.name))).join(", ");
  const option = pen.offered.get(id);
  return option
    ? element("td", { class: "offered" }, element("button", { type: "button", "aria-label": `${id} ${words}`, on: { click: () => pen.answer(option.id) } }, words || id))
    : element("td", { title: id }, words);
}

export function drawTree(tree) {
  const words = tree.value ? `${tree.words}: ${tree.value}` : tree.words;
  return element("li", {}, tree.note ? `${words} (${tree.note})` : words,
    tree.parts.length ? element("ul", { class: "tree" }, ...tree.parts.map(drawTree)) : null);
}
