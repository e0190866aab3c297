/** Keys in a cell's editor: between cells, out of the table, and for the document's editor. */
import { defaultKeymap } from "@codemirror/commands";
import { Prec, type Extension, type StateCommand } from "@codemirror/state";
import { Direction, EditorView, type KeyBinding, keymap, runScopeHandlers } from "@codemirror/view";
import type { ListedKey } from "../../ui/listed-keys.ts";
import * as commands from "./commands.ts";

/** Keys of the default keymap that apply to a single line; the others go to the document. */
const LOCAL = new Set([
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "Home",
  "End",
  "Backspace",
  "Delete",
  "Mod-ArrowLeft",
  "Mod-ArrowRight",
  "Mod-Backspace",
  "Mod-Delete",
  "Mod-Home",
  "Mod-End",
  "Mod-a",
]);

const isLocal = ({ key, mac }: { key?: string; mac?: string }) =>
  LOCAL.has(key ?? "") || (mac ?? "").startsWith("Ctrl-");

/** Whether the caret is in the first or last visual line of a cell. */
export function isOnEdgeRow(cell: EditorView, forward: boolean): boolean {
  const here = cell.coordsAtPos(cell.state.selection.main.head);
  const edge = cell.coordsAtPos(forward ? cell.state.doc.length : 0);
  if (!here || !edge) return true;
  return forward ? here.bottom >= edge.bottom - 2 : here.top <= edge.top + 2;
}

type Press = (outer: EditorView, cell: EditorView, focusMenu: () => void, pressed: string) => void;

const onTable =
  (command: StateCommand): Press =>
  (outer) =>
    void command(outer);

const moveColumn: Press = (outer, cell, _, pressed) =>
  void (isForward(cell, pressed === "Alt-ArrowRight") ? commands.moveColumnRight : commands.moveColumnLeft)(outer);

/** Without the keys that move the caret. */
export const TABLE_KEYS: readonly ListedKey<Press>[] = [
  { key: "Tab", label: "nextCell", run: onTable(commands.nextCell) },
  { key: "Shift-Tab", label: "cellBefore", run: onTable(commands.previousCell) },
  { key: "Mod-Enter", label: "rowBelow", run: onTable(commands.insertRowBelow) },
  {
    key: "Alt-ArrowUp",
    aliases: ["Alt-ArrowDown"],
    label: "moveRow",
    run: (outer, _, __, pressed) => void (pressed === "Alt-ArrowUp" ? commands.moveRowUp : commands.moveRowDown)(outer),
  },
  { key: "Alt-ArrowRight", aliases: ["Alt-ArrowLeft"], label: "moveColumn", run: moveColumn },
  { key: "Alt-F10", label: "rowsAndColumns", run: (_, __, focusMenu) => focusMenu() },
  { key: "Escape", label: "leaveTable", run: onTable((target) => commands.leaveTable(target)) },
];

const isForward = (cell: EditorView, toRight: boolean) => toRight === (cell.textDirection === Direction.LTR);

/** Keys for the table rather than the text of the cell. */
function tableKeys(outer: EditorView, focusMenu: () => void): readonly KeyBinding[] {
  const sideways = (forward: boolean) => (cell: EditorView) => {
    const { head, empty } = cell.state.selection.main;
    if (!empty || head !== (forward ? cell.state.doc.length : 0)) return false;
    return goSideways(outer, forward);
  };
  const across = (forward: boolean) => (cell: EditorView) =>
    cell.state.selection.main.empty && isOnEdgeRow(cell, forward) && goAcross(outer, forward);
  const listed = TABLE_KEYS.flatMap(({ key, aliases = [], run }) =>
    [key, ...aliases].map((each) => ({
      key: each,
      run: (cell: EditorView) => {
        run?.(outer, cell, focusMenu, each);
        return true;
      },
    })),
  );

  return [
    ...listed,
    {
      key: "Enter",
      run: () => commands.cellBelow(outer) || commands.leaveTable(outer),
      shift: (cell) => {
        cell.dispatch(cell.state.replaceSelection("<br>"), { userEvent: "input", scrollIntoView: true });
        return true;
      },
    },
    { key: "ArrowLeft", run: (cell) => sideways(isForward(cell, false))(cell) },
    { key: "ArrowRight", run: (cell) => sideways(isForward(cell, true))(cell) },
    { key: "ArrowUp", run: across(false) },
    { key: "ArrowDown", run: across(true) },
  ];
}

/** `focusMenu` moves the focus to the table's buttons. */
export function cellKeys(outer: EditorView, focusMenu: () => void): Extension {
  return [
    Prec.highest(keymap.of(tableKeys(outer, focusMenu))),
    keymap.of(defaultKeymap.filter(isLocal)),
    Prec.lowest(
      EditorView.domEventHandlers({
        keydown: (event) =>
          (event.metaKey || event.ctrlKey || event.altKey) && runScopeHandlers(outer, event, "editor"),
        beforeinput(event) {
          const key = { historyUndo: "z", historyRedo: "y" }[event.inputType];
          if (key === undefined) return false;
          event.preventDefault();
          return runScopeHandlers(outer, new KeyboardEvent("keydown", { key, ...MOD }), "editor");
        },
      }),
    ),
  ];
}

const MOD = { ctrlKey: true };

function goSideways(outer: EditorView, forward: boolean): boolean {
  const cell = commands.activeCell(outer.state);
  if (!cell) return false;
  const { table, place } = cell;
  const columns = table.model.alignments.length;
  const index = place.row * columns + place.column + (forward ? 1 : -1);
  if (index < 0) return commands.leaveTable(outer, "before");
  if (index >= (table.model.body.length + 1) * columns) return commands.leaveTable(outer);
  const next = { row: Math.floor(index / columns), column: index % columns };
  return commands.goToCell(outer, { table, place: next }, forward ? "start" : "end");
}

const goAcross = (outer: EditorView, forward: boolean): boolean =>
  forward
    ? commands.cellBelow(outer) || commands.leaveTable(outer)
    : commands.cellAbove(outer) || commands.leaveTable(outer, "before");
