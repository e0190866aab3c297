/** The tasks that the user selected, and the focus among the displayed ones. Tasks are identified by key. */

type Owner = {
  readonly host: HTMLElement;
  draw(): void;
  focus(key: string): void;
};

export class TaskSelection {
  readonly #owner: Owner;
  #keys: ReadonlySet<string> = new Set();
  /** The end of the last range, from which a click with Shift extends. */
  #anchor: string | null = null;

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  get keys(): ReadonlySet<string> {
    return this.#keys;
  }

  /** In their order on the screen. */
  get shown(): readonly string[] {
    const rows = [...this.#owner.host.querySelectorAll<HTMLElement>("[data-task]")];
    return rows.map(({ dataset }) => dataset["task"] ?? "");
  }

  /** The selected tasks if the task is one of them, otherwise the task alone. */
  targets(key: string): readonly string[] {
    return this.#keys.has(key) ? this.shown.filter((each) => this.#keys.has(each)) : [key];
  }

  toggle(key: string): void {
    const keys = new Set(this.#keys);
    if (!keys.delete(key)) keys.add(key);
    this.#keys = keys;
    this.#anchor = key;
    this.#owner.draw();
  }

  /** A click with a modifier key selects; returns false for other clicks. */
  click(key: string, event: MouseEvent): boolean {
    if (event.shiftKey) this.#extendTo(key);
    else if (event.ctrlKey || event.metaKey) this.toggle(key);
    else return false;
    this.#owner.focus(key);
    return true;
  }

  /** Extends the selection to the displayed task above or below. */
  extend(key: string, by: -1 | 1): void {
    const next = this.#beside(key, by);
    if (next === undefined) return;
    if (!this.#keys.has(key)) {
      this.#keys = new Set([...this.#keys, key]);
      this.#anchor = key;
    }
    this.#extendTo(next);
    this.#owner.focus(next);
  }

  /** Moves the focus to the displayed task above or below. */
  go(key: string, by: -1 | 1): void {
    const next = this.#beside(key, by);
    if (next !== undefined) this.#owner.focus(next);
  }

  selectAll(): void {
    this.#keys = new Set(this.shown);
    this.#owner.draw();
  }

  clear(): void {
    this.#keys = new Set();
    this.#anchor = null;
  }

  /** Forgets tasks that are gone. */
  keep(existing: ReadonlySet<string>): void {
    if ([...this.#keys].some((key) => !existing.has(key)))
      this.#keys = new Set([...this.#keys].filter((key) => existing.has(key)));
  }

  #beside(key: string, by: -1 | 1): string | undefined {
    const { shown } = this;
    return shown[shown.indexOf(key) + by];
  }

  /** Selects everything between the anchor and a task. */
  #extendTo(key: string): void {
    const { shown } = this;
    this.#anchor ??= key;
    const ends = [shown.indexOf(this.#anchor), shown.indexOf(key)];
    this.#keys = new Set([...this.#keys, ...shown.slice(Math.max(0, Math.min(...ends)), Math.max(...ends) + 1)]);
    this.#owner.draw();
  }
}
