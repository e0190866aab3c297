/** The Markdown language of a cell's editor: inline only, without blocks and line breaks. */
import { defineLanguageFacet, Language, languageDataProp, syntaxHighlighting } from "@codemirror/language";
import { type Extension, EditorState, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";
import { tagHighlighter, tags } from "@lezer/highlight";
import { documentParserWith } from "../../../../formats/markdown/syntax.ts";
import { barePipes } from "../../../shared/document/table-model.ts";
import { element } from "../../ui/dom.ts";

const BLOCKS = [
  "IndentedCode",
  "FencedCode",
  "Blockquote",
  "HorizontalRule",
  "BulletList",
  "OrderedList",
  "ATXHeading",
  "HTMLBlock",
  "SetextHeading",
  "LinkReference",
  "Table",
  "TaskList",
  "FootnoteDefinition",
  "BlockMath",
];

const data = defineLanguageFacet();

const cellLanguage = new Language(
  data,
  documentParserWith({ remove: BLOCKS, props: [languageDataProp.add({ Document: data })] }),
  [],
  "cell",
);

const looks = tagHighlighter([
  { tag: tags.strong, class: "ed-strong" },
  { tag: tags.emphasis, class: "ed-emphasis" },
  { tag: tags.strikethrough, class: "ed-strikethrough" },
  { tag: tags.monospace, class: "ed-code" },
  { tag: tags.link, class: "ed-link" },
  { tag: tags.processingInstruction, class: "ed-mark" },
]);

class BreakWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }
  override get lineBreaks(): number {
    return 1;
  }
  override toDOM(): HTMLElement {
    return element("br");
  }
}

const hidden = Decoration.mark({ class: "md-x" });
const lineBreak = Decoration.replace({ widget: new BreakWidget() });

/**
 * Hides the backslash before a pipe and draws `<br>` as a line break, except in code. The caret treats each as one
 * character.
 */
export function drawn(text: string): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const code = codeIn(text);
  for (const { index, 0: found } of text.matchAll(/\\[^]|<br ?\/?>/gi)) {
    if (found === "\\|") builder.add(index, index + 1, hidden);
    else if (!found.startsWith("\\") && !code.some(({ from, to }) => from <= index && index < to))
      builder.add(index, index + found.length, lineBreak);
  }
  return builder.finish();
}

function codeIn(text: string): { readonly from: number; readonly to: number }[] {
  const spans: { from: number; to: number }[] = [];
  if (!text.includes("`")) return spans;
  cellLanguage.parser.parse(text).iterate({
    enter: ({ name, from, to }) => void (name === "InlineCode" && spans.push({ from, to })),
  });
  return spans;
}

const escapes = ViewPlugin.define(
  (view) => ({
    drawn: drawn(view.state.doc.toString()),
    update({ view: { composing }, docChanged, changes, state }: ViewUpdate) {
      if (docChanged) this.drawn = composing ? this.drawn.map(changes) : drawn(state.doc.toString());
    },
  }),
  {
    decorations: (plugin) => plugin.drawn,
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.drawn ?? Decoration.none),
  },
);

/** Keeps a cell a single cell: escapes pipes and writes line breaks as `<br>`. */
const oneCell = EditorState.transactionFilter.of((tr) => {
  if (!tr.docChanged) return tr;
  const text = tr.newDoc.toString();
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => ({ from: index, to: index + 1, insert: "<br>" }));
  const pipes = barePipes(text).map((at) => ({ from: at, insert: "\\" }));
  return breaks.length + pipes.length === 0 ? tr : [tr, { changes: [...breaks, ...pipes], sequential: true }];
});

export const cellMarkdown: Extension = [cellLanguage, syntaxHighlighting(looks), escapes, oneCell];
