/** Two small buttons at the row and the column of the cell that is edited, and the menus that they open. */
import type { StateCommand } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { words as commandWords } from "../../messages/editor-commands.ts";
import { words } from "../../messages/editor-tools.ts";
import * as commands from "./commands.ts";

type Item = { readonly name: string; readonly command: StateCommand; readonly isDanger?: true };

const rowItems = (): readonly Item[] => [
  { name: words.insertRowAbove, command: commands.insertRowAbove },
  { name: words.insertRowBelow, command: commands.insertRowBelow },
  { name: words.moveRowUp, command: commands.moveRowUp },
  { name: words.moveRowDown, command: commands.moveRowDown },
  { name: words.deleteRow, command: commands.deleteRow, isDanger: true },
  { name: words.deleteTable, command: commands.deleteTable, isDanger: true },
];

const columnItems = (): readonly Item[] => [
  { name: words.insertColumnLeft, command: commands.insertColumnLeft },
  { name: words.insertColumnRight, command: commands.insertColumnRight },
  { name: words.moveColumnLeft, command: commands.moveColumnLeft },
  { name: words.moveColumnRight, command: commands.moveColumnRight },
  { name: words.alignLeft, command: commands.alignColumn("left") },
  { name: words.alignCentre, command: commands.alignColumn("center") },
  { name: words.alignRight, command: commands.alignColumn("right") },
  { name: words.deleteColumn, command: commands.deleteColumn, isDanger: true },
];

export class TableBar {
  private readonly dom: HTMLElement;
  private readonly column: HTMLButtonElement;
  private readonly row: HTMLButtonElement;
  private menu: HTMLElement | null = null;
  private cell: HTMLTableCellElement | null = null;

  constructor(private readonly view: EditorView) {
    this.column = this.button("column", words.columnMenu, columnItems);
    this.row = this.button("row", words.rowMenu, rowItems);
    this.dom = document.createElement("div");
    this.dom.className = "ed-table-bar";
    this.dom.setAttribute("role", "toolbar");
    this.dom.setAttribute("aria-label", commandWords.table);
    this.dom.hidden = true;
    this.dom.append(this.column, this.row);
    this.dom.addEventListener("keydown", this.onKey);
    view.dom.append(this.dom);
    view.contentDOM.addEventListener("scroll", this.place, { capture: true, passive: true });
  }

  private button(look: string, name: string, items: () => readonly Item[]): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `ed-table-handle ed-table-${look}`;
    button.setAttribute("aria-label", name);
    button.setAttribute("aria-haspopup", "menu");
    button.setAttribute("aria-expanded", "false");
    // The caret stays in the cell.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      const isOpen = button.getAttribute("aria-expanded") === "true";
      this.closeMenu();
      if (!isOpen) this.openMenu(button, items());
    });
    return button;
  }

  show(cell: HTMLTableCellElement): void {
    this.cell = cell;
    this.dom.hidden = false;
    this.place();
  }

  hide(): void {
    this.closeMenu();
    this.cell = null;
    this.dom.hidden = true;
  }

  contains(node: Element | null): boolean {
    return this.dom.contains(node);
  }

  focus(): void {
    this.column.focus();
  }

  /** Above the column and before the row, wherever the table is scrolled to. */
  private readonly place = (): void => {
    this.view.requestMeasure({
      key: this,
      read: () => {
        const table = this.cell?.closest(".md-tw");
        if (!table || !this.cell) return null;
        return {
          cell: this.cell.getBoundingClientRect(),
          table: table.getBoundingClientRect(),
          top: table.querySelector("table")?.getBoundingClientRect().top ?? 0,
          base: this.view.dom.getBoundingClientRect(),
        };
      },
      write: (rects) => {
        if (!rects) return;
        const { cell, table, top, base } = rects;
        const middle = Math.max(table.left, Math.min(cell.left + cell.width / 2, table.right));
        this.column.style.left = `${middle - base.left}px`;
        this.column.style.top = `${top - base.top}px`;
        this.row.style.left = `${table.left - base.left}px`;
        this.row.style.top = `${cell.top + cell.height / 2 - base.top}px`;
      },
    });
  };

  private openMenu(button: HTMLButtonElement, items: readonly Item[]): void {
    const menu = document.createElement("div");
    menu.className = "ed-table-menu";
    menu.setAttribute("role", "menu");
    menu.setAttribute("aria-label", button.getAttribute("aria-label") ?? "");
    for (const { name, command, isDanger } of items) {
      if (!command({ state: this.view.state, dispatch: () => undefined })) continue;
      const item = document.createElement("button");
      item.type = "button";
      item.tabIndex = -1;
      item.setAttribute("role", "menuitem");
      item.className = isDanger ? "quiet danger" : "quiet";
      item.textContent = name;
      item.addEventListener("mousedown", (event) => event.preventDefault());
      item.addEventListener("click", () => {
        this.closeMenu();
        command(this.view);
        this.view.focus();
      });
      menu.append(item);
    }
    button.setAttribute("aria-expanded", "true");
    button.after(menu);
    const base = this.view.dom.getBoundingClientRect();
    const place = button.getBoundingClientRect();
    const room = document.documentElement.clientWidth - menu.offsetWidth - 8;
    menu.style.left = `${Math.max(8, Math.min(place.left, room)) - base.left}px`;
    menu.style.top = `${place.bottom - base.top + 4}px`;
    this.menu = menu;
    menu.querySelector("button")?.focus();
    document.addEventListener("mousedown", this.onOutside, true);
  }

  private readonly onOutside = (event: MouseEvent): void => {
    if (event.target instanceof Node && !this.dom.contains(event.target)) this.closeMenu();
  };

  private closeMenu(): void {
    this.menu?.remove();
    this.menu = null;
    for (const button of [this.column, this.row]) button.setAttribute("aria-expanded", "false");
    document.removeEventListener("mousedown", this.onOutside, true);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const step = steps[event.key];
    const list = this.menu ? [...this.menu.querySelectorAll("button")] : [this.column, this.row];
    if (step !== undefined) {
      const at = list.findIndex((button) => button === document.activeElement);
      list[(at + step + list.length) % list.length]?.focus();
    } else if (event.key === "Escape") {
      const opener = this.menu?.previousElementSibling;
      this.closeMenu();
      if (opener instanceof HTMLButtonElement) opener.focus();
      else this.view.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  destroy(): void {
    this.closeMenu();
    this.view.contentDOM.removeEventListener("scroll", this.place, { capture: true });
    this.dom.remove();
  }
}
