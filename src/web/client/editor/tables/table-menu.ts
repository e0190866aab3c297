/** The menu of a table's row or column: opened by its handle, with keyboard navigation. */
import type { StateCommand } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { words } from "../../../../words/editor-tools.ts";
import * as commands from "./commands.ts";
import * as lines from "./line-commands.ts";

export type Axis = "row" | "column";

type Item = { readonly name: string; readonly command: StateCommand; readonly isDanger?: true };

const rowItems = (): readonly Item[] => [
  { name: words.insertRowAbove, command: commands.insertRowAbove },
  { name: words.insertRowBelow, command: commands.insertRowBelow },
  { name: words.duplicateRow, command: lines.duplicateRow },
  { name: words.moveRowUp, command: commands.moveRowUp },
  { name: words.moveRowDown, command: commands.moveRowDown },
  { name: words.clearCells, command: lines.clearRow },
  { name: words.deleteRow, command: commands.deleteRow, isDanger: true },
  { name: words.deleteTable, command: commands.deleteTable, isDanger: true },
];

/**
 * Commands use logical order, names visual order. In right-to-left tables the names are swapped, and the first in reading
 * order comes first.
 */
const mirrored = (isMirrored: boolean, [first, second]: readonly [Item, Item]): readonly Item[] =>
  isMirrored
    ? [
        { name: second.name, command: first.command },
        { name: first.name, command: second.command },
      ]
    : [first, second];

const columnItems = (isMirrored: boolean): readonly Item[] => [
  ...mirrored(isMirrored, [
    { name: words.insertColumnLeft, command: commands.insertColumnLeft },
    { name: words.insertColumnRight, command: commands.insertColumnRight },
  ]),
  ...mirrored(isMirrored, [
    { name: words.moveColumnLeft, command: commands.moveColumnLeft },
    { name: words.moveColumnRight, command: commands.moveColumnRight },
  ]),
  { name: words.alignLeft, command: commands.alignColumn("left") },
  { name: words.alignCentre, command: commands.alignColumn("center") },
  { name: words.alignRight, command: commands.alignColumn("right") },
  { name: words.clearCells, command: lines.clearColumn },
  { name: words.deleteColumn, command: commands.deleteColumn, isDanger: true },
];

const clearing = { row: lines.clearRow, column: lines.clearColumn };

/** Minimum distance (px) between the menu and the edge of the window. */
const GAP = 8;

export class TableMenu {
  private readonly dom = document.createElement("div");
  private readonly closing = new AbortController();

  /** `opener` is the handle; `closed` is called on closing, `leave` returns the focus to the text. */
  constructor(
    private readonly view: EditorView,
    private readonly axis: Axis,
    private readonly opener: HTMLButtonElement,
    private readonly events: { readonly closed: () => void; readonly leave: () => void },
    /** The table is right-to-left. */
    private readonly isMirrored: boolean,
  ) {
    const { dom } = this;
    dom.className = "ed-table-menu";
    dom.setAttribute("role", "menu");
    dom.setAttribute("aria-label", opener.getAttribute("aria-label") ?? "");
    dom.append(...this.buttons());
    dom.addEventListener("keydown", this.onKey);
    opener.setAttribute("aria-expanded", "true");
    opener.after(dom);
    this.place();
    dom.querySelector("button")?.focus({ preventScroll: true });
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        if (target instanceof Node && !dom.contains(target) && !opener.contains(target)) this.close();
      },
      { capture: true, signal: this.closing.signal },
    );
  }

  /** Only the items that would have an effect. */
  private buttons(): HTMLButtonElement[] {
    const { view } = this;
    const items = this.axis === "row" ? rowItems() : columnItems(this.isMirrored);
    const offered = items.filter(({ command }) => command({ state: view.state, dispatch: () => undefined }));
    return offered.map(({ name, command, isDanger }) => {
      const item = document.createElement("button");
      item.type = "button";
      item.tabIndex = -1;
      item.setAttribute("role", "menuitem");
      item.className = isDanger ? "quiet danger" : "quiet";
      item.textContent = name;
      item.addEventListener("mousedown", (event) => event.preventDefault());
      item.addEventListener("click", () => this.run(command));
      return item;
    });
  }

  /** Below the handle, or above it if there is more room, and always within the window. */
  private place(): void {
    const { dom } = this;
    const base = this.view.dom.getBoundingClientRect();
    const handle = this.opener.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const start = this.isMirrored ? handle.right - dom.offsetWidth : handle.left;
    const left = Math.max(GAP, Math.min(start, clientWidth - dom.offsetWidth - GAP));
    const isBelow = handle.bottom + dom.offsetHeight + GAP < clientHeight || handle.top < clientHeight / 2;
    const top = isBelow ? handle.bottom + GAP / 2 : handle.top - GAP / 2 - dom.offsetHeight;
    dom.style.left = `${left - base.left}px`;
    dom.style.top = `${top - base.top}px`;
  }

  private run(command: StateCommand): void {
    this.close();
    command(this.view);
    this.events.leave();
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const buttons = [...this.dom.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const goals: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const goal = goals[event.key];
    if (goal !== undefined) buttons.at(goal % buttons.length)?.focus();
    else if (event.key === "Delete" || event.key === "Backspace") this.run(clearing[this.axis]);
    else if (event.key === "Escape") {
      this.close();
      this.opener.focus();
    } else if (event.key === "Tab") {
      this.close();
      this.events.leave();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  close(): void {
    if (this.closing.signal.aborted) return;
    this.closing.abort();
    this.dom.remove();
    this.opener.setAttribute("aria-expanded", "false");
    this.events.closed();
  }
}
