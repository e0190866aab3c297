/**
 * Pasting into a document: formatted text becomes Markdown, code and formulas stay literal, files are handled elsewhere.
 */
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { words } from "../../../../words/editor-commands.ts";
import { editorContext } from "../context.ts";
import { textOf } from "../copied-data.ts";
import type { htmlToMarkdown } from "./html-to-markdown.ts";
import { insertPiece, insertSource, isInTable, isVerbatim } from "./insert-piece.ts";
import { insertPlainText } from "./plain-text.ts";

/** Above this many characters of HTML only the plain text is pasted: converting it would block the page for seconds. */
const MAX_HTML = 2_000_000;

type Pasted = { readonly html: string; readonly text: string; readonly language: string | null };

let converter: typeof htmlToMarkdown | null = null;

export const loadConverter = async (): Promise<typeof htmlToMarkdown> => {
  converter ??= (await import("./html-to-markdown.ts")).htmlToMarkdown;
  return converter;
};

/** The language that VS Code puts on the clipboard. */
function languageOf(data: DataTransfer): string | null {
  try {
    const said: unknown = JSON.parse(data.getData("vscode-editor-data") || "null");
    const mode = said !== null && typeof said === "object" && "mode" in said ? said.mode : null;
    return typeof mode === "string" && mode !== "" ? mode : null;
  } catch {
    return null;
  }
}

/** Tracks the positions of pastes that wait for the converter while the user continues typing. */
class Paster implements PluginValue {
  readonly #view: EditorView;
  #waiting: { from: number; to: number; readonly pasted: Pasted }[] = [];
  /**
   * True while a waiting paste is inserted. At the position of another one, that text belongs before it; anything else
   * was typed after it.
   */
  #isInserting = false;
  /** Set by the paste-as-plain-text shortcut until that paste has happened. */
  asksPlain = false;

  constructor(view: EditorView) {
    this.#view = view;
  }

  update({ changes, docChanged }: ViewUpdate): void {
    if (!docChanged) return;
    for (const place of this.#waiting) {
      const side = place.from === place.to && !this.#isInserting ? -1 : 1;
      const [from, to] = [changes.mapPos(place.from, side), changes.mapPos(place.to, -1)];
      [place.from, place.to] = [from, Math.max(from, to)];
    }
  }

  destroy(): void {
    this.#waiting = [];
  }

  paste(pasted: Pasted): void {
    const { from, to } = this.#view.state.selection.main;
    const place = { from, to, pasted };
    if (converter !== null) {
      this.#insert(place);
      return;
    }
    this.#waiting.push(place);
    void this.#insertWhenLoaded(place);
  }

  async #insertWhenLoaded(place: { from: number; to: number; readonly pasted: Pasted }): Promise<void> {
    // If the converter cannot be loaded, the plain text is pasted.
    await loadConverter().catch(() => null);
    if (!this.#waiting.includes(place)) return;
    this.#waiting = this.#waiting.filter((each) => each !== place);
    this.#insert(place);
  }

  #insert({ from, to, pasted }: { from: number; to: number; readonly pasted: Pasted }): void {
    const view = this.#view;
    const piece = converter?.(pasted.html, pasted.text, pasted.language) ?? null;
    const insert = view.state.toText(pasted.text);
    const spec =
      piece === null
        ? { changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: "input.paste" }
        : insertPiece(view.state, from, to, piece);
    // A caret that has moved on meanwhile stays where the user is typing.
    const { main } = view.state.selection;
    const isThere = main.from === from && main.to === to;
    this.#isInserting = true;
    try {
      view.dispatch(
        isThere ? { ...spec, scrollIntoView: true } : { changes: spec.changes ?? [], userEvent: "input.paste" },
      );
    } finally {
      this.#isInserting = false;
    }
  }
}

const paster = ViewPlugin.fromClass(Paster);

/** Returns true if the paste was handled; otherwise the editor inserts it as plain text. */
function onPaste(event: ClipboardEvent, view: EditorView): boolean {
  const plugin = view.plugin(paster);
  const data = event.clipboardData;
  if (data === null || plugin === null || view.state.readOnly) return false;
  const asksPlain = plugin.asksPlain;
  plugin.asksPlain = false;
  const { main, ranges } = view.state.selection;
  const text = textOf(data, "text/plain");
  // Text copied from our own editor carries its source.
  const source = textOf(data, "text/markdown");
  const isSource = source !== "";
  const html = isSource ? "" : textOf(data, "text/html");
  if (data.files.length > 0 && !/<(p|li|td|h\d|span|div)\b/i.test(html)) return false;
  if (ranges.length > 1 || isVerbatim(view.state, main.from) || isVerbatim(view.state, main.to)) return false;
  if (isSource && !asksPlain && source !== text) {
    // Table cells, whose plain text is intended for other programs.
    const piece = { markdown: source, startsInline: false, endsInline: false };
    view.dispatch(insertPiece(view.state, main.from, main.to, piece));
    return true;
  }
  const plain = isSource || asksPlain ? null : insertPlainText(view.state, text);
  const isAddress = plain !== null && !html.includes("<table");
  if (html === "" || asksPlain || isAddress) {
    const spec = plain ?? insertSource(view.state, text);
    if (spec === null || isInTable(view.state, main.from)) return false;
    view.dispatch(spec);
    return true;
  }
  if (html.length > MAX_HTML) {
    view.state.facet(editorContext)?.announce(words.pastedPlain);
    return false;
  }
  plugin.paste({ html, text, language: languageOf(data) });
  return true;
}

const isPlainKey = (event: KeyboardEvent): boolean =>
  event.shiftKey && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v";

export const paste = (): Extension => [
  paster,
  Prec.high(
    EditorView.domEventHandlers({
      paste: onPaste,
      keydown(event, view) {
        const plugin = view.plugin(paster);
        if (plugin !== null) plugin.asksPlain = isPlainKey(event);
        return false;
      },
    }),
  ),
];
