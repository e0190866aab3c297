/** A button next to a tool's latest edit to undo it. Loaded on demand. */
import type { Extension } from "@codemirror/state";
import { showTooltip, type Tooltip } from "@codemirror/view";
import { render } from "preact";
import { words } from "../../../../words/editor-rare.ts";
import { element } from "../../ui/dom.ts";
import type { Tool } from "./tool-edits.ts";
import { glowField } from "./tool-glow.ts";

/** `undo` undoes everything that a tool did. */
export function toolNote(undo: (tool: Tool) => void): Extension {
  // A tooltip is identified by its create function: reusing that keeps the tooltip and its focus.
  const made = new Map<string, Tooltip["create"]>();
  const createFor = (tool: Tool): Tooltip["create"] => {
    const create = made.get(tool.id) ?? (() => ({ dom: drawNote(tool, undo) }));
    made.set(tool.id, create);
    return create;
  };
  return showTooltip.compute([glowField], (state) => {
    const last = state.field(glowField).findLast(({ isSeen }) => isSeen);
    const tool = last?.edit.by;
    return last && tool ? { pos: last.to, above: false, create: createFor(tool) } : null;
  });
}

function drawNote(tool: Tool, undo: (tool: Tool) => void): HTMLElement {
  const note = element("div", { class: "ed-tool-note" });
  render(
    // Keeps the caret in place.
    <button type="button" class="quiet" onMouseDown={(event) => event.preventDefault()} onClick={() => undo(tool)}>
      {words.undoTool(tool.name)}
    </button>,
    note,
  );
  return note;
}
