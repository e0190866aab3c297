/** Mod-Enter in a block of code or a formula: writing goes on below it, wherever in it the caret was. */
import { type Extension, Prec, type StateCommand } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { nodeAround } from "../line-lead.ts";

export const leaveCode: StateCommand = ({ state, dispatch }) => {
  const block = nodeAround(state, state.selection.main.head, /^(?:FencedCode|BlockMath)$/);
  if (state.readOnly || block === null) return false;
  const first = state.doc.lineAt(block.from);
  // Quotes go on; an item of a list is gone on with below its mark.
  const lead = first.text.slice(0, block.from - first.from).replaceAll(/[^\s>]/g, " ");
  const fence = /^(`{3,}|~{3,}|\$\$)/.exec(first.text.slice(block.from - first.from))?.[0] ?? "";
  const last = state.doc.lineAt(block.to);
  const isClosed = last.number > first.number && last.text.slice(lead.length).startsWith(fence);
  const next = last.number < state.doc.lines ? state.doc.line(last.number + 1) : null;
  const isFree = next !== null && next.text.trim() === lead.trim();
  const closing = isClosed ? "" : `\n${lead}${fence}`;
  const below = isFree ? "" : `\n${lead}`;
  dispatch(
    state.update({
      changes: { from: last.to, insert: closing + below + (next === null || isFree ? "" : `\n${lead.trimEnd()}`) },
      selection: { anchor: isFree ? next.to + closing.length : last.to + closing.length + below.length },
      scrollIntoView: true,
      userEvent: "input",
    }),
  );
  return true;
};

/** Before the key that adds an empty line below. */
export const leaveCodeKey: Extension = Prec.high(keymap.of([{ key: "Mod-Enter", run: leaveCode }]));
