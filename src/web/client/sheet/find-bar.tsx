/** The find-and-replace bar of a sheet. */
import type { Text } from "@codemirror/state";
import { render } from "preact";
import type { CellPosition } from "../../../formats/sheet/references.ts";
import { words } from "../../../words/editor-find.ts";
import { currentLanguage } from "../../../words/language.ts";
import { plural } from "../../../words/plural.ts";
import { IconButton } from "../../shared/icons.tsx";
import { element } from "../ui/dom.ts";
import { isIn, nextOf, placesOf, replaced } from "./find.ts";
import { at } from "./selection.ts";
import type { Sheet } from "./sheet.ts";
import type { ShownRows } from "./shown-rows.ts";

type Options = {
  readonly sheet: Sheet;
  /** Scrolls to a cell without moving the focus. */
  readonly reveal: (place: CellPosition) => void;
  readonly redraw: () => void;
  readonly closed: () => void;
};

export class FindBar {
  readonly dom = element("div", { class: "sheet-find", hidden: true });
  readonly #options: Options;
  #query = "";
  /** The last result, with the text, rows and query that it belongs to. */
  #found: {
    readonly doc: Text;
    readonly shown: ShownRows;
    readonly query: string;
    readonly places: readonly CellPosition[];
  } | null = null;
  #words = "";

  constructor(options: Options) {
    this.#options = options;
  }

  isFound(row: number, column: number): boolean {
    return !this.dom.hidden && isIn(this.#options.sheet, { row, column }, this.#query);
  }

  open(): void {
    this.dom.hidden = false;
    this.draw();
    this.dom.querySelector("input")?.select();
    this.#options.redraw();
  }

  close(): void {
    this.dom.hidden = true;
    this.#options.redraw();
    this.#options.closed();
  }

  /** Call this after cells or the selection have changed. */
  draw(): void {
    if (!this.dom.hidden) render(this.#view(), this.dom);
  }

  #places(): readonly CellPosition[] {
    const { sheet } = this.#options;
    const [doc, shown, query] = [sheet.doc, sheet.shown, this.#query];
    if (this.#found?.doc !== doc || this.#found.shown !== shown || this.#found.query !== query)
      this.#found = { doc, shown, query, places: placesOf(sheet, query) };
    return this.#found.places;
  }

  #look(query: string): void {
    this.#query = query;
    const { active } = this.#options.sheet.selection;
    // If the selected cell matches, it stays selected while the user types.
    if (!isIn(this.#options.sheet, active, query)) this.#go(false);
    this.#options.redraw();
    this.draw();
  }

  #go(isBack: boolean): void {
    const { sheet, reveal } = this.#options;
    const places = this.#places();
    const place = places[nextOf(places, sheet.selection.active, isBack)];
    if (!place) return;
    sheet.select(at(place.row, place.column));
    reveal(place);
  }

  #replace(): void {
    const { sheet } = this.#options;
    const { active } = sheet.selection;
    sheet.write(replaced(sheet, isIn(sheet, active, this.#query) ? [active] : [], this.#query, this.#words));
    this.#go(false);
  }

  #replaceAll(): void {
    const { sheet } = this.#options;
    if (this.#query !== "") sheet.write(replaced(sheet, this.#places(), this.#query, this.#words));
  }

  #message(): string {
    if (this.#query === "") return "";
    const { sheet } = this.#options;
    const places = this.#places();
    const { active } = sheet.selection;
    const current = places.findIndex(({ row, column }) => row === active.row && column === active.column);
    if (places.length === 0) return words.none;
    if (current < 0) return plural(places.length, words.matchCount);
    const spoken = (number: number): string => number.toLocaleString(currentLanguage());
    return words.placeAmong(spoken(current + 1), spoken(places.length));
  }

  #view() {
    const valueOf = (event: Event): string =>
      event.currentTarget instanceof HTMLInputElement ? event.currentTarget.value : "";
    const onKey = (act: (isShift: boolean) => void) => (event: KeyboardEvent) => {
      if (event.isComposing) return;
      if (event.key === "Escape") this.close();
      else if (event.key === "Enter") act(event.shiftKey);
      else return;
      event.preventDefault();
    };
    return (
      <div class="card stack ed-find" role="search" aria-label={words.findInPage}>
        <div class="row wrap ed-find-line">
          <input
            type="text"
            value={this.#query}
            placeholder={words.find}
            aria-label={words.find}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => this.#look(valueOf(event))}
            onKeyDown={onKey((isShift) => this.#go(isShift))}
          />
          <span class="ed-find-message" role="status">
            {this.#message()}
          </span>
          <IconButton icon="arrow-up" label={words.previous} onClick={() => this.#go(true)} />
          <IconButton icon="arrow-down" label={words.next} onClick={() => this.#go(false)} />
          <IconButton icon="x" label={words.closeFind} onClick={() => this.close()} />
        </div>
        {!this.#options.sheet.isReadOnly && (
          <div class="row wrap ed-find-line">
            <input
              type="text"
              value={this.#words}
              placeholder={words.replaceWith}
              aria-label={words.replaceWith}
              spellcheck={false}
              autocomplete="off"
              onInput={(event) => (this.#words = valueOf(event))}
              onKeyDown={onKey(() => this.#replace())}
            />
            <button type="button" class="quiet" onClick={() => this.#replace()}>
              {words.replace}
            </button>
            <button type="button" class="quiet" onClick={() => this.#replaceAll()}>
              {words.replaceAll}
            </button>
          </div>
        )}
      </div>
    );
  }
}
