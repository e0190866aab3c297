/** Shows the length of the text or the selection below the text; counted in idle time. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { element } from "../../ui/dom.ts";
import { countPiece, describeCount, minutesFor, readableText } from "./text-count.ts";

/** In ms after the last keystroke. */
const QUIET = 400;
/** Number of characters counted before yielding. */
const PIECE = 20_000;

const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 50);
  });

/** Properties are not counted. */
function bodyAt(state: EditorState): number {
  const first = syntaxTree(state).topNode.firstChild;
  return first?.name === "FrontMatter" ? first.to : 0;
}

class WordCount implements PluginValue {
  readonly #view: EditorView;
  readonly #dom = element("p", { class: "ed-word-count" });
  #timer = 0;
  /** Identifies the current count, so that a superseded one stops. */
  #run = 0;

  constructor(view: EditorView) {
    this.#view = view;
    view.dom.append(this.#dom);
    this.#later();
  }

  update({ docChanged, selectionSet, state, startState }: ViewUpdate): void {
    const hadSelection = !startState.selection.main.empty;
    if (docChanged || (selectionSet && (hadSelection || !state.selection.main.empty))) this.#later();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#run++;
    this.#dom.remove();
  }

  #later(): void {
    clearTimeout(this.#timer);
    const run = ++this.#run;
    this.#timer = window.setTimeout(() => void this.#count(run), QUIET);
  }

  async #count(run: number): Promise<void> {
    const { state } = this.#view;
    const { from, to, empty } = state.selection.main;
    const start = Math.max(empty ? 0 : from, bodyAt(state));
    const end = empty ? state.doc.length : to;
    let [words, characters] = [0, 0];
    for (let at = start; at < end;) {
      await whenIdle();
      if (run !== this.#run) return;
      // Whole lines, so that no word is counted twice.
      const next = Math.min(end, state.doc.lineAt(Math.min(end, at + PIECE)).to + 1);
      const piece = countPiece(readableText(state, at, next));
      words += piece.words;
      characters += piece.characters;
      at = next;
    }
    if (run !== this.#run) return;
    const text =
      words + characters === 0 ? "" : describeCount({ words, characters, minutes: minutesFor(words) }, !empty);
    this.#dom.textContent = text;
  }
}

export const wordCount = (): Extension => ViewPlugin.fromClass(WordCount);
