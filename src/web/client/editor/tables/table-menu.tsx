/** The menu of a table's row or column: opened by its handle, with keyboard navigation. */
import type { StateCommand } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { useLayoutEffect, useRef } from "preact/hooks";
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

type Props = {
  readonly view: EditorView;
  readonly axis: Axis;
  readonly name: string;
  /** The handle. */
  readonly opener: HTMLButtonElement;
  readonly close: () => void;
  /** Returns the focus to the text. */
  readonly leave: () => void;
  /** The table is right-to-left. */
  readonly isMirrored: boolean;
};

/** Offers only the items that would have an effect. */
export function TableMenu({ view, axis, name, opener, close, leave, isMirrored }: Props) {
  const dom = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const menu = dom.current;
    if (!menu) return undefined;
    place(menu, view, opener, isMirrored);
    menu.querySelector("button")?.focus({ preventScroll: true });
    const onPress = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !menu.contains(target) && !opener.contains(target)) close();
    };
    document.addEventListener("pointerdown", onPress, { capture: true });
    return () => document.removeEventListener("pointerdown", onPress, { capture: true });
  }, []);
  const run = (command: StateCommand): void => {
    close();
    command(view);
    leave();
  };
  const onKey = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const goals: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const goal = goals[event.key];
    if (goal !== undefined) buttons.at(goal % buttons.length)?.focus();
    else if (event.key === "Delete" || event.key === "Backspace") run(clearing[axis]);
    else if (event.key === "Escape") {
      close();
      opener.focus();
    } else if (event.key === "Tab") {
      close();
      leave();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const items = axis === "row" ? rowItems() : columnItems(isMirrored);
  const offered = items.filter(({ command }) => command({ state: view.state, dispatch: () => undefined }));
  return (
    <div ref={dom} class="card stack ed-table-menu" role="menu" aria-label={name} onKeyDown={onKey}>
      {offered.map((item) => (
        <button
          key={item.name}
          type="button"
          tabIndex={-1}
          role="menuitem"
          class={item.isDanger ? "quiet danger" : "quiet"}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(item.command)}
        >
          {item.name}
        </button>
      ))}
    </div>
  );
}

/** Below the handle, or above it if there is more room, and always within the window. */
function place(menu: HTMLElement, view: EditorView, opener: HTMLElement, isMirrored: boolean): void {
  const base = view.dom.getBoundingClientRect();
  const handle = opener.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const start = isMirrored ? handle.right - menu.offsetWidth : handle.left;
  const left = Math.max(GAP, Math.min(start, clientWidth - menu.offsetWidth - GAP));
  const isBelow = handle.bottom + menu.offsetHeight + GAP < clientHeight || handle.top < clientHeight / 2;
  const top = isBelow ? handle.bottom + GAP / 2 : handle.top - GAP / 2 - menu.offsetHeight;
  menu.style.left = `${left - base.left}px`;
  menu.style.top = `${top - base.top}px`;
}
