// The parts of CodeMirror that the studio page needs: an editor for YAML that gets diagnostics and
// completions from elsewhere, and shows breakpoints and coverage in its margin.
import { basicSetup } from "codemirror";
import { yaml } from "@codemirror/lang-yaml";
import { autocompletion } from "@codemirror/autocomplete";
import { setDiagnostics, lintGutter } from "@codemirror/lint";
import { Decoration, EditorView, GutterMarker, gutter, keymap, hoverTooltip } from "@codemirror/view";
import { indentWithTab } from "@codemirror/commands";
import { indentService, syntaxHighlighting } from "@codemirror/language";
import { classHighlighter } from "@lezer/highlight";
import { EditorState, Prec, RangeSet, StateEffect, StateField } from "@codemirror/state";

class Mark extends GutterMarker {
  constructor(style, words) {
    super();
    Object.assign(this, { style, words });
  }
  eq(other) {
    return other.style === this.style && other.words === this.words;
  }
  toDOM() {
    const made = document.createElement("span");
    made.className = `mark ${this.style}`;
    made.title = this.words;
    return made;
  }
}

// Ranges that move with the text, and are replaced by an effect.
function ranges(set, provide) {
  return StateField.define({
    create: () => RangeSet.empty,
    update(value, transaction) {
      const found = transaction.effects.find((one) => one.is(set));
      return found ? found.value : value.map(transaction.changes);
    },
    provide,
  });
}

// A line that ends with a colon has lines below it: a key without a value, or a line of a text of the language.
const belowColon = indentService.of((context, at) => {
  const { text } = context.lineAt(at, -1);
  if (!/:\s*$/.test(text) || /^\s*#/.test(text)) return undefined;
  const dashes = text.match(/^\s*((?:-\s+)*)/)[1];
  return context.lineIndent(at, -1) + dashes.length + context.unit;
});

const [setStops, setCovered, setHere, setColours] = Array.from({ length: 4 }, () => StateEffect.define());
const stops = ranges(setStops);
const covered = ranges(setCovered);
const here = ranges(setHere, (field) => EditorView.decorations.from(field));
const coloured = ranges(setColours, (field) => EditorView.decorations.from(field));
const stop = new Mark("stop", "stops here");

export function editor(parent, { changed, complete, explain, save, test, declaration, rename, format, stopped, nonce }) {
  let quiet = false, name = "File";
  const toggle = (view, line) => {
    const lines = lineNumbers(view.state);
    const number = view.state.doc.lineAt(line.from).number;
    const next = lines.includes(number) ? lines.filter((one) => one !== number) : [...lines, number];
    view.dispatch({ effects: setStops.of(marks(view.state, next.map((one) => [one, stop]))) });
    stopped(next);
    return true;
  };
  const extensions = [
    EditorView.cspNonce.of(nonce),
    gutter({ class: "stops", markers: (view) => view.state.field(stops), initialSpacer: () => stop,
      domEventHandlers: { mousedown: toggle } }),
    gutter({ class: "covered", markers: (view) => view.state.field(covered) }),
    [stops, covered, coloured, here],
    basicSetup,
    syntaxHighlighting(classHighlighter), // the page's own colours, which go with light and dark
    yaml(),
    belowColon,
    lintGutter(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of(() => ({ "aria-label": name, tabindex: "0" })),
    autocompletion({ override: [complete] }),
    hoverTooltip(explain),
    // Tab leaves the editor after Escape, also if Escape has closed a tooltip.
    Prec.highest(keymap.of([{ key: "Escape", run: (view) => (view.setTabFocusMode(2000), false) },
      { key: "Mod-Enter", run: () => (test(), true) }])),
    keymap.of([{ key: "Mod-s", preventDefault: true, run: () => (save(), true) },
      { key: "F12", run: () => (declaration(), true) }, { key: "F2", run: () => (rename(), true) },
      { key: "Shift-Alt-f", preventDefault: true, run: () => (format(), true) },
      { key: "F9", run: (view) => toggle(view, view.lineBlockAt(view.state.selection.main.head)) }, indentWithTab]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !quiet) changed(update.state.doc.toString());
    }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ doc: "", extensions }) });
  return {
    view,
    load(text, file) {
      quiet = true;
      name = file;
      view.setState(EditorState.create({ doc: text, extensions }));
      quiet = false;
    },
    // The file has another name now.
    named(file) {
      name = file;
      view.dispatch({});
    },
    // Replaces what differs, so that the cursor and everything that is marked stay in place.
    replace(text) {
      quiet = true;
      view.dispatch({ changes: differences(view.state.doc.toString(), text) });
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
    stops: () => lineNumbers(view.state),
    showStops(lines) {
      view.dispatch({ effects: setStops.of(marks(view.state, lines.map((one) => [one, stop]))) });
    },
    // By line: how, and words.
    showCovered(lines) {
      const made = lines.map(([line, style, words]) => [line, new Mark(style, words)]);
      view.dispatch({ effects: setCovered.of(marks(view.state, made)) });
    },
    // The names of colours by range, in order.
    colour(found) {
      const length = view.state.doc.length;
      const made = found.filter(([from, to]) => from < to && to <= length)
        .map(([from, to, name]) => Decoration.mark({ class: `code-${name}` }).range(from, to));
      view.dispatch({ effects: setColours.of(Decoration.set(made, true)) });
    },
    showHere(from, to) {
      const length = view.state.doc.length;
      const inside = from < to && to <= length ? [Decoration.mark({ class: "here" }).range(from, to)] : [];
      view.dispatch({ effects: setHere.of(Decoration.set(inside)) });
      if (inside.length) view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "center" }) });
    },
    goTo(offset) {
      view.dispatch({ selection: { anchor: offset }, effects: EditorView.scrollIntoView(offset, { y: "center" }) });
      view.focus();
    },
  };
}

function marks(state, found) {
  const inside = found.filter(([line]) => line >= 1 && line <= state.doc.lines).sort((a, b) => a[0] - b[0]);
  return RangeSet.of(inside.map(([line, mark]) => mark.range(state.doc.line(line).from)));
}

function lineNumbers(state) {
  const found = [];
  for (let at = state.field(stops).iter(); at.value; at.next()) found.push(state.doc.lineAt(at.from).number);
  return [...new Set(found)];
}

// The changes that make one text the other: of each line or, if their number differs, of all lines in between.
function differences(old, text) {
  const before = old.split("\n"), after = text.split("\n");
  if (before.length !== after.length) return [difference(old, text, 0)];
  const found = [];
  let at = 0;
  before.forEach((line, index) => {
    if (line !== after[index]) found.push(difference(line, after[index], at));
    at += line.length + 1;
  });
  return found;
}

function difference(old, text, at) {
  const most = Math.min(old.length, text.length);
  let from = 0, end = 0;
  while (from < most && old[from] === text[from]) from += 1;
  while (end < most - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  return { from: at + from, to: at + old.length - end, insert: text.slice(from, text.length - end) };
}
