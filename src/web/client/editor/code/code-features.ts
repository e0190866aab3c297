/** Features that are not needed for typing code: its language, search, and closing brackets. */
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import type { LanguageDescription } from "@codemirror/language";
import { Compartment, type Extension } from "@codemirror/state";
import { type EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { ask, ASK_KEY } from "../ask/ask-command.ts";
import { pageTitle } from "../base-editor.ts";
import { editorContext } from "../context.ts";
import { find } from "../find/find.ts";
import { roomBelow } from "../room-below.ts";
import { languageOfTitle } from "./code-language.ts";

const language = new Compartment();

/** Applies the language indicated by the title, loading it on first use. */
class LanguageByTitle {
  #name: string | null = null;
  #isGone = false;

  constructor(private readonly view: EditorView) {
    this.#follow();
  }

  update({ startState, state }: ViewUpdate): void {
    if (startState.field(pageTitle) !== state.field(pageTitle)) this.#follow();
  }

  destroy(): void {
    this.#isGone = true;
  }

  #follow(): void {
    const found = languageOfTitle(this.view.state.field(pageTitle));
    const name = found?.name ?? null;
    if (name === this.#name) return;
    this.#name = name;
    this.#load(name, found).catch((error: unknown) => this.view.state.facet(editorContext)?.showError(error));
  }

  async #load(name: string | null, found: LanguageDescription | null): Promise<void> {
    // Awaited even if nothing is loaded, since the view cannot be changed during an update.
    const support = (await found?.load()) ?? [];
    if (!this.#isGone && this.#name === name) this.view.dispatch({ effects: language.reconfigure(support) });
  }
}

export const codeFeatures = (): Extension => [
  find(),
  keymap.of([{ key: ASK_KEY, run: ask, preventDefault: true }]),
  closeBrackets(),
  keymap.of(closeBracketsKeymap),
  language.of([]),
  ViewPlugin.fromClass(LanguageByTitle),
  roomBelow,
];
