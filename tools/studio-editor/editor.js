// What the studio page needs of CodeMirror: an editor for YAML that asks elsewhere what is wrong
// and what may come next.
import { basicSetup } from "codemirror";
import { yaml } from "@codemirror/lang-yaml";
import { autocompletion } from "@codemirror/autocomplete";
import { setDiagnostics, lintGutter } from "@codemirror/lint";
import { EditorView, keymap, hoverTooltip } from "@codemirror/view";
import { indentWithTab } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";

export function editor(parent, { changed, complete, explain, save, nonce }) {
  let quiet = false;
  const extensions = [
    EditorView.cspNonce.of(nonce),
    basicSetup,
    yaml(),
    lintGutter(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": "File" }),
    autocompletion({ override: [complete] }),
    hoverTooltip(explain),
    keymap.of([{ key: "Mod-s", preventDefault: true, run: () => (save(), true) }, indentWithTab]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !quiet) changed(update.state.doc.toString());
    }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ doc: "", extensions }) });
  return {
    view,
    load(text) {
      quiet = true;
      view.setState(EditorState.create({ doc: text, extensions }));
      quiet = false;
    },
    text: () => view.state.doc.toString(),
    report(found) {
      const length = view.state.doc.length;
      const inside = found.map((one) => ({
        ...one,
        from: Math.min(one.from, length),
        to: Math.min(Math.max(one.to, one.from), length),
      }));
      view.dispatch(setDiagnostics(view.state, inside));
    },
    goTo(offset) {
      view.dispatch({ selection: { anchor: offset }, scrollIntoView: true });
      view.focus();
    },
  };
}
