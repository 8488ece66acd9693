// Which files belong to a pack: those below a folder with a pack.yaml.
const fs = require("node:fs");
const path = require("node:path");

function isOfPack(file, exists = fs.existsSync) {
  if (!/\.ya?ml$/.test(file)) return false;
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (exists(path.join(folder, "pack.yaml"))) return true;
    if (folder === path.dirname(folder)) return false;
  }
}

module.exports = { isOfPack };
