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
import { words as commands } from "../../../../words/editor-commands.ts";
import { words } from "../../../../words/editor-tools.ts";
import { editorContext } from "../context.ts";
import { fenceAt, fencesIn } from "./fences.ts";
import { findLanguage, languageChoices, languageName } from "./languages.ts";

const PLAIN = "";

function option(label: string, value: string, selected: boolean): HTMLOptionElement {
  const made = document.createElement("option");
  [made.textContent, made.value, made.selected] = [label, value, selected];
  return made;
}

/** Lists all languages once focused; until then only the current one. */
function languagePicker(info: string, choose: (info: string) => void): HTMLSelectElement {
  const select = document.createElement("select");
  const current = languageName(info);
  const known = findLanguage(info);
  select.setAttribute("aria-label", words.codeLanguage);
  select.append(option(known?.name ?? (current || words.plainText), current, true));
  const fill = (): void => {
    if (select.options.length > 1) return;
    if (current !== PLAIN) select.append(option(words.plainText, PLAIN, false));
    if (current !== "mermaid") select.append(option(commands.mermaidDiagram, "mermaid", false));
    for (const { label, info: word } of languageChoices())
      if (label !== known?.name) select.append(option(label, word, false));
  };
  select.addEventListener("focus", fill);
  select.addEventListener("pointerdown", fill);
  select.addEventListener("change", () => choose(select.value));
  return select;
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
    const dom = document.createElement("span");
    dom.className = "ed-code-tools";
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "quiet", textContent: words.copy });
    button.setAttribute("aria-label", words.copyCode);
    button.addEventListener("click", () => void copyCode(view, dom, button));
    if (this.canEdit) dom.append(languagePicker(this.info, (info) => setLanguage(view, dom, info)));
    dom.append(button);
    return dom;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const fenceOfWidget = (view: EditorView, dom: HTMLElement) =>
  fenceAt(view.state, view.state.doc.lineAt(view.posAtDOM(dom)).to - 1) ?? fenceAt(view.state, view.posAtDOM(dom));

async function copyCode(view: EditorView, dom: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const fence = fenceOfWidget(view, dom);
  const context = view.state.facet(editorContext);
  if (fence === null) return;
  try {
    await navigator.clipboard.writeText(fence.text);
    button.textContent = words.copied;
    context?.announce(words.codeCopied);
    setTimeout(() => (button.textContent = words.copy), 1_500);
  } catch (error) {
    context?.showError(error);
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
