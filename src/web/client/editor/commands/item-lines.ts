/**
 * Several lines in one item of a list or quote: Shift-Enter starts another line, and Enter there starts the next item.
 */
import { type EditorState, type Extension, Prec, type StateCommand } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { type LineLead, lineLead, nodeAround } from "../line-lead.ts";
import { nextLead, renumber } from "../list-keys.ts";

export const breakInItem: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const lead = lineLead(state, main.from);
  if (state.readOnly || ranges.length > 1 || !lead || main.from < lead.textFrom) return false;
  const insert = `\n${lead.before}${" ".repeat(lead.mark.length + lead.space.length)}`;
  const selection = { anchor: main.from + insert.length };
  dispatch(
    state.update({
      changes: { from: main.from, to: main.to, insert },
      selection,
      scrollIntoView: true,
      userEvent: "input",
    }),
  );
  return true;
};

/** The leading markup of the item whose first paragraph continues on the line of a position. */
function leadOfItem(state: EditorState, at: number): LineLead | null {
  const own = lineLead(state, at);
  const words = nodeAround(state, at, /^(?:Paragraph|Task)$/);
  const item = words?.parent;
  if (!own || own.mark !== "" || at < own.textFrom || item?.name !== "ListItem") return null;
  const lead = lineLead(state, words?.from ?? at);
  return lead && lead.mark !== "" && words?.prevSibling?.name === "ListMark" ? lead : null;
}

export const nextItem: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const lead = leadOfItem(state, main.from);
  if (state.readOnly || ranges.length > 1 || !lead) return false;
  const insert = `\n${nextLead(lead)}`;
  const changes = [{ from: main.from, to: main.to, insert }, ...renumber(state, lead, 1)];
  const selection = { anchor: main.from + insert.length };
  dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: "input" }));
  return true;
};

export const itemLines: Extension = Prec.high(keymap.of([{ key: "Enter", run: nextItem, shift: breakInItem }]));
