const assert = require("node:assert");
const path = require("node:path");
const test = require("node:test");
const { isOfPack } = require("../packs.js");

const there = (...files) => (file) => files.includes(file);
const pack = path.join(path.sep, "games", "mine");

test("files below a folder with a pack.yaml are of the pack", () => {
  const exists = there(path.join(pack, "pack.yaml"));
  assert(isOfPack(path.join(pack, "pack.yaml"), exists));
  assert(isOfPack(path.join(pack, "cards", "more.yaml"), exists));
  assert(!isOfPack(path.join(pack, "notes.txt"), exists));
  assert(!isOfPack(path.join(path.sep, "games", "docker-compose.yaml"), exists));
});
