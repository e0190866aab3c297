/** Highlights code in the editor: visible fences, each in its language, without delaying keystrokes. */
import { RangeSetBuilder, StateEffect } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { syntaxTree } from "@codemirror/language";
import { CodeParse } from "./code-parse.ts";
import { type Fence, fencesIn, rangesOf } from "./fences.ts";
import { findLanguage, languageName, loadedParser, loadParser } from "./languages.ts";

/** Maximum time (ms) for synchronous parsing; the rest continues when the user pauses. */
const AT_ONCE_MS = 4;
const LATER_MS = 12;
const WAIT_MS = 60;
/** Longer code is not highlighted. */
const LONGEST = 200_000;

const parsed = StateEffect.define();

type Known = { from: number; readonly language: string; readonly parse: CodeParse };

const marks = new Map<string, Decoration>();

function markOf(className: string): Decoration {
  const mark = marks.get(className) ?? Decoration.mark({ class: className });
  marks.set(className, mark);
  return mark;
}

class CodeColours {
  decorations: DecorationSet = Decoration.none;
  #known: Known[] = [];
  readonly #loading = new Set<string>();
  #timer = 0;
  #isGone = false;

  constructor(private readonly view: EditorView) {
    this.decorations = this.#draw(AT_ONCE_MS);
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) {
      for (const each of this.#known) each.from = update.changes.mapPos(each.from);
      this.decorations = this.decorations.map(update.changes);
    }
    if (this.view.composing) return;
    const isParsed = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(parsed)));
    const isNewTree = syntaxTree(update.startState) !== syntaxTree(update.state);
    if (update.docChanged || update.viewportChanged || isNewTree || isParsed)
      this.decorations = this.#draw(isParsed ? LATER_MS : AT_ONCE_MS);
  }

  destroy(): void {
    this.#isGone = true;
    clearTimeout(this.#timer);
  }

  #draw(budget: number): DecorationSet {
    const { state, visibleRanges } = this.view;
    const deadline = performance.now() + budget;
    const builder = new RangeSetBuilder<Decoration>();
    const kept: Known[] = [];
    let isDone = true;
    let last = -1;
    for (const { from, to } of visibleRanges) {
      for (const fence of fencesIn(state, from, to)) {
        if (fence.from <= last || fence.text.length > LONGEST) continue;
        last = fence.from;
        const known = this.#knownFor(fence);
        if (known === null) continue;
        kept.push(known);
        if (known.parse.update(fence.text, deadline, () => performance.now()))
          add(builder, fence, known.parse, from, to);
        else isDone = false;
      }
    }
    this.#known = [...kept, ...this.#known.filter((each) => !kept.includes(each))].slice(0, 50);
    if (isDone) return builder.finish();
    // The old colours stay until the new ones are ready.
    this.#later();
    return this.decorations;
  }

  #knownFor(fence: Fence): Known | null {
    const language = languageName(fence.info).toLowerCase();
    const known = this.#known.find((each) => each.from === fence.from && each.language === language);
    if (known !== undefined) return known;
    const parser = loadedParser(language);
    if (parser !== null) return { from: fence.from, language, parse: new CodeParse(parser) };
    if (findLanguage(language) !== null && !this.#loading.has(language)) void this.#load(language);
    return null;
  }

  async #load(language: string): Promise<void> {
    this.#loading.add(language);
    if ((await loadParser(language)) !== null) this.#later();
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      if (!this.#isGone) this.view.dispatch({ effects: parsed.of(null) });
    }, WAIT_MS);
  }
}

function add(
  builder: RangeSetBuilder<Decoration>,
  fence: Fence,
  { tokens }: CodeParse,
  from: number,
  to: number,
): void {
  for (const token of tokens)
    for (const range of rangesOf(fence, token.from, token.to))
      if (range.to > from && range.from < to) builder.add(range.from, range.to, markOf(token.className));
}

export const codeColours = () => ViewPlugin.fromClass(CodeColours, { decorations: (plugin) => plugin.decorations });
