/** The rows of a task list: a mark at each row whose line has threads. */
import { type Lit, type Mark, quoteTarget, type Selected, type Surface, type SurfaceEvents } from "./surface.ts";

export class TasksSurface implements Surface {
  readonly element: HTMLElement;
  readonly #save: () => Promise<void>;
  readonly #ended = new AbortController();
  #text: string;
  #lit: Lit = { active: null, hovered: null };
  marks: readonly Mark[] = [];

  constructor(element: HTMLElement, text: string, save: () => Promise<void>, events: SurfaceEvents) {
    this.element = element;
    this.#text = text;
    this.#save = save;
    const listen = { signal: this.#ended.signal };
    // The mark belongs to the row itself; everything else in the row has its own meaning.
    element.addEventListener(
      "click",
      ({ target }) => {
        const mark = target instanceof HTMLElement && target.matches(".task") ? this.#markOf(target) : null;
        if (mark) events.pressed(mark.id);
      },
      listen,
    );
    element.addEventListener(
      "focusin",
      ({ target }) => {
        const row = target instanceof Element ? target.closest<HTMLElement>(".task") : null;
        events.caretOn((row && this.#markOf(row)?.id) ?? null);
      },
      listen,
    );
    const hover = ({ target }: PointerEvent): void => {
      const row = target instanceof Element ? target.closest<HTMLElement>(".task[data-commented]") : null;
      events.hovered((row && this.#markOf(row)?.id) ?? null);
    };
    element.addEventListener("pointerover", hover, listen);
    const observer = new ResizeObserver(() => events.moved());
    observer.observe(element);
    listen.signal.addEventListener("abort", () => observer.disconnect());
  }

  /** The rows were drawn anew, from this text. */
  update(text: string): void {
    this.#text = text;
    this.#paint();
  }

  mark(marks: readonly Mark[]): void {
    this.marks = marks;
    this.#paint();
  }

  light(lit: Lit): void {
    this.#lit = lit;
    this.#paint();
  }

  top(mark: Mark): number | null {
    return this.#rowOf(mark)?.getBoundingClientRect().top ?? null;
  }

  reveal(mark: Mark): void {
    this.#rowOf(mark)?.scrollIntoView({ block: "center" });
  }

  selected(): Selected | null {
    const selection = getSelection();
    const node = selection && !selection.isCollapsed ? selection.anchorNode : document.activeElement;
    const element = node instanceof Element ? node : node?.parentElement;
    const line = Number(element?.closest<HTMLElement>("[data-line]")?.dataset["line"]);
    if (!element || !this.element.contains(element) || !(line > 0)) return null;
    const from = this.#startOf(line);
    const source = this.#lineAt(from);
    const lead = /^\s*(?:[-*+]|\d+[.)])\s+\[.\]\s*/.exec(source)?.[0].length ?? 0;
    const found = quoteTarget(this.#text, from + lead, from + source.length);
    const target = async () => {
      await this.#save();
      if (!found) throw new Error("no words");
      return found.target();
    };
    return found && { ...found, cells: null, target };
  }

  focus(mark: Mark | null): void {
    const row = mark ? this.#rowOf(mark) : this.element;
    row?.querySelector<HTMLElement>("input")?.focus();
  }

  end(): void {
    this.#ended.abort();
    this.marks = [];
    this.#paint();
  }

  #paint(): void {
    const rows = new Map<HTMLElement, boolean>();
    for (const mark of this.marks) {
      const row = this.#rowOf(mark);
      if (row) rows.set(row, (rows.get(row) ?? false) || mark.id === this.#lit.active || mark.id === this.#lit.hovered);
    }
    for (const row of this.element.querySelectorAll<HTMLElement>(".task")) {
      const isLit = rows.get(row);
      const value = isLit === undefined ? undefined : isLit ? "lit" : "";
      if (row.dataset["commented"] === value) continue;
      if (value === undefined) delete row.dataset["commented"];
      else row.dataset["commented"] = value;
    }
  }

  #markOf(row: HTMLElement): Mark | null {
    return this.marks.find((mark) => this.#rowOf(mark) === row) ?? null;
  }

  #rowOf({ from }: Mark): HTMLElement | null {
    let line = 1;
    for (let at = this.#text.indexOf("\n"); at >= 0 && at < from; at = this.#text.indexOf("\n", at + 1)) line++;
    return this.element.querySelector<HTMLElement>(`.task[data-line="${line}"]`);
  }

  #startOf(line: number): number {
    let at = 0;
    for (let each = 1; each < line; each++) at = this.#text.indexOf("\n", at) + 1;
    return at;
  }

  #lineAt(from: number): string {
    const end = this.#text.indexOf("\n", from);
    return this.#text.slice(from, end < 0 ? undefined : end);
  }
}
