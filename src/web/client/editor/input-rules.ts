/** Corrects marks while they are typed that would otherwise mean something else, or nothing. */
import type { EditorState, Extension, Line, StateCommand, TransactionSpec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { nodeAround } from "./line-lead.ts";

const FENCED = /^(?:FencedCode|BlockMath)$/;
const LITERAL = /^(?:FencedCode|CodeBlock|HTMLBlock|CommentBlock|Table|BlockMath|FrontMatter)$/;

/** The replacement for a character typed at a caret; null to insert it as is. */
export function applyInputRule(state: EditorState, at: number, typed: string): TransactionSpec | null {
  const line = state.doc.lineAt(at);
  const before = state.sliceDoc(line.from, at);
  if (before === line.text && /[`$]/.test(typed)) {
    const past = overFence(state, line, before + typed);
    if (past !== null) return past;
  }
  if (nodeAround(state, at, LITERAL)) return null;
  if (typed === " ") {
    // `[] ` and `- [] ` start a task.
    const box = /^((?:[ \t]*>)*[ \t]*)([-+*] )?\[ ?\]$/.exec(before);
    if (box === null || (box[2] !== undefined && before.endsWith("[ ]"))) return null;
    const lead = `${box[1] ?? ""}${box[2] ?? "- "}[ ] `;
    return { changes: { from: line.from, to: at, insert: lead }, selection: { anchor: line.from + lead.length } };
  }
  if (typed === "-" && line.text === "--" && at === line.to && line.number > 1) {
    // Directly below text it would turn that into a heading.
    const above = state.doc.line(line.number - 1).text;
    return above.trim() === ""
      ? null
      : { changes: { from: line.from, to: at, insert: "\n---" }, selection: { anchor: line.from + 4 } };
  }
  const title = /^[ \t]*>[ \t]*\[!\w+\]$/.test(before) && /^[^\s[\]]$/u.test(typed);
  return title ? { changes: { from: at, insert: ` ${typed}` }, selection: { anchor: at + typed.length + 1 } } : null;
}

/** Typing a fence where there already is one moves past it. */
function overFence(state: EditorState, line: Line, fence: string): TransactionSpec | null {
  if (line.number === state.doc.lines || !/(?:^|[\s>])(?:`{3}|\$\$)$/.test(fence)) return null;
  const next = state.doc.line(line.number + 1);
  const block = nodeAround(state, next.to, FENCED);
  if (next.text !== fence || block === null || block.to !== next.to || block.from > line.from) return null;
  return {
    changes: { from: line.from - 1, to: line.to },
    selection: { anchor: next.to - line.length - 1 },
  };
}

/** Enter after an opening fence closes the block, so that it does not absorb the text below. */
export const closeFence: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  const [, lead = "", mark = ""] = /^((?:[ \t]*>)*[ \t]*)(`{3,}|~{3,}|\$\$)[^`$]*$/.exec(line.text) ?? [];
  if (state.readOnly || !main.empty || ranges.length > 1 || mark === "" || main.head !== line.to) return false;
  const block = nodeAround(state, line.to, FENCED);
  const isOpen = block?.getChildren(block.name === "BlockMath" ? "MathMark" : "CodeMark").length === 1;
  if (!isOpen || block.from !== line.from + lead.length) return false;
  const first = state.lineBreak + lead;
  dispatch(
    state.update({
      changes: { from: line.to, insert: `${first}${first}${mark}` },
      selection: { anchor: line.to + first.length },
      scrollIntoView: true,
      userEvent: "input",
    }),
  );
  return true;
};

const asTyped = EditorView.inputHandler.of((view, from, to, text) => {
  if (from !== to || view.composing || view.state.readOnly || view.state.selection.ranges.length > 1) return false;
  const spec = applyInputRule(view.state, from, text);
  if (spec === null) return false;
  view.dispatch({ ...spec, userEvent: "input.type", scrollIntoView: true });
  return true;
});

export const inputRules: Extension = [asTyped, keymap.of([{ key: "Enter", run: closeFence }])];
