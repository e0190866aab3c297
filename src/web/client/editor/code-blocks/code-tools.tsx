/** On the first line of a fence: a language picker, and a button to copy the code. */
import { type Extension, RangeSetBuilder } from "@codemirror/state";
import { syntaxTree } from "@codemirror/language";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { render } from "preact";
import { useState } from "preact/hooks";
import { words as commands } from "../../../../words/editor-commands.ts";
import { words } from "../../../../words/editor-tools.ts";
import { element } from "../../ui/dom.ts";
import { editorContext } from "../context.ts";
import { fenceAt, fencesIn } from "./fences.ts";
import { findLanguage, languageChoices, languageName } from "./languages.ts";

const PLAIN = "";

type ToolsProps = {
  readonly info: string;
  /** Sets the language; null if the text is read-only. */
  readonly choose: ((info: string) => void) | null;
  readonly copy: () => Promise<boolean>;
};

function Tools({ info, choose, copy }: ToolsProps) {
  const [isCopied, setCopied] = useState(false);
  const copyAndSay = async (): Promise<void> => {
    if (!(await copy())) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <>
      {choose ? <LanguagePicker info={info} choose={choose} /> : null}
      <button type="button" class="quiet" aria-label={words.copyCode} onClick={() => void copyAndSay()}>
        {isCopied ? words.copied : words.copy}
      </button>
    </>
  );
}

/** Lists all languages once focused; until then only the current one. */
function LanguagePicker({ info, choose }: { readonly info: string; readonly choose: (info: string) => void }) {
  const [isFull, setFull] = useState(false);
  const current = languageName(info);
  const known = findLanguage(info);
  const fill = (): void => setFull(true);
  const others = [
    { label: words.plainText, info: PLAIN },
    { label: commands.mermaidDiagram, info: "mermaid" },
  ].filter((each) => each.info !== current);
  const languages = isFull ? [...others, ...languageChoices().filter(({ label }) => label !== known?.name)] : [];
  return (
    <select
      aria-label={words.codeLanguage}
      onFocus={fill}
      onPointerDown={fill}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value={current}>{known?.name ?? (current || words.plainText)}</option>
      {languages.map(({ label, info: word }) => (
        <option key={label} value={word}>
          {label}
        </option>
      ))}
    </select>
  );
}

class CodeTools extends WidgetType {
  constructor(
    private readonly info: string,
    private readonly canEdit: boolean,
  ) {
    super();
  }

  override eq(other: CodeTools): boolean {
    return other.info === this.info && other.canEdit === this.canEdit;
  }

  override toDOM(view: EditorView): HTMLElement {
    const dom = element("span", { class: "row ed-code-tools" });
    const choose = this.canEdit ? (info: string) => setLanguage(view, dom, info) : null;
    render(<Tools info={this.info} choose={choose} copy={() => copyCode(view, dom)} />, dom);
    return dom;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const fenceOfWidget = (view: EditorView, dom: HTMLElement) =>
  fenceAt(view.state, view.state.doc.lineAt(view.posAtDOM(dom)).to - 1) ?? fenceAt(view.state, view.posAtDOM(dom));

/** Returns whether the code is in the clipboard. */
async function copyCode(view: EditorView, dom: HTMLElement): Promise<boolean> {
  const fence = fenceOfWidget(view, dom);
  const context = view.state.facet(editorContext);
  if (fence === null) return false;
  try {
    await navigator.clipboard.writeText(fence.text);
    context?.announce(words.codeCopied);
    return true;
  } catch (error) {
    context?.showError(error);
    return false;
  }
}

function setLanguage(view: EditorView, dom: HTMLElement, word: string): void {
  const fence = fenceOfWidget(view, dom);
  if (fence === null) return;
  const to = fence.infoFrom + languageName(fence.info).length;
  view.dispatch({ changes: { from: fence.infoFrom, to, insert: word }, userEvent: "input.language" });
  view.focus();
}

function draw(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { state } = view;
  let last = -1;
  for (const { from, to } of view.visibleRanges) {
    for (const fence of fencesIn(state, from, to)) {
      const end = state.doc.lineAt(fence.from).to;
      if (end <= last) continue;
      last = end;
      const widget = new CodeTools(fence.info, !state.readOnly);
      builder.add(end, end, Decoration.widget({ widget, side: 1 }));
    }
  }
  return builder.finish();
}

/** Shows the tools of the block under the pointer, which CSS cannot do, since each line is a separate element. */
function showTools(event: Event, view: EditorView): boolean {
  const line = event.target instanceof Element ? event.target.closest(".cm-line") : null;
  let tools: Element | null = null;
  for (let at = line; at?.matches(".md-code"); at = at.previousElementSibling) {
    tools = at.querySelector(".ed-code-tools");
    if (tools !== null) break;
  }
  for (const shown of view.contentDOM.querySelectorAll(".ed-code-tools[data-shown]"))
    if (shown !== tools) shown.removeAttribute("data-shown");
  tools?.setAttribute("data-shown", "");
  return false;
}

export const codeTools = (): Extension =>
  ViewPlugin.define(
    (view) => ({
      decorations: draw(view),
      update(update: ViewUpdate) {
        if (update.docChanged) this.decorations = this.decorations.map(update.changes);
        if (update.view.composing) return;
        const isNewTree = syntaxTree(update.startState) !== syntaxTree(update.state);
        if (update.docChanged || update.viewportChanged || isNewTree) this.decorations = draw(update.view);
      },
    }),
    { decorations: (plugin) => plugin.decorations, eventHandlers: { mouseover: showTools } },
  );
