// Starts `cardwright lsp` and gives it the files of packs; everything else is up to that server.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { isOfPack } = require("./packs.js");

let client;

// Other YAML files stay YAML.
async function claim(document) {
  if (document.languageId !== "yaml" || document.uri.scheme !== "file" || !isOfPack(document.fileName)) return;
  await vscode.languages.setTextDocumentLanguage(document, "cardwright");
}

async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("cardwright").get("command");
  client = new LanguageClient("cardwright", "Cardwright", { command, args }, {
    documentSelector: [{ scheme: "file", language: "cardwright" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{yaml,yml}") },
  });
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(`Cardwright: can't start \`${[command, ...args].join(" ")}\`: ${error.message}. `
      + "Install it with pip install 'cardwright[lsp]', or set cardwright.command.");
  }
}

async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(claim),
    vscode.commands.registerCommand("cardwright.restart", async () => {
      await deactivate();
      await start();
    }));
  await Promise.all(vscode.workspace.textDocuments.map(claim));
  await start();
}

async function deactivate() {
  if (client?.isRunning()) await client.stop();
  client = undefined;
}

module.exports = { activate, deactivate };
