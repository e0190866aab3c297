/** Keeps the key of a task while its line is edited and moved, so that the focus stays with it. */
import type { ChangeDesc, Text } from "@codemirror/state";
import { readStatuses, type Status } from "../../../formats/tasks/statuses.ts";
import { parseTasks, type Task } from "../../../formats/tasks/tasks.ts";
import { type TaskSection, withKeys } from "../../shared/tasks/columns.ts";
import { trackLine } from "../editor/track-line.ts";

export class TaskKeys {
  #doc: Text;
  /** By the start offset of the task's line. */
  #keys = new Map<number, string>();
  #count = 0;
  #sections: readonly TaskSection[] = [];
  #statuses: readonly Status[] = [];

  constructor(doc: Text) {
    this.#doc = doc;
    this.#parse();
  }

  get sections(): readonly TaskSection[] {
    return this.#sections;
  }

  get statuses(): readonly Status[] {
    return this.#statuses;
  }

  update(doc: Text, changes: ChangeDesc): void {
    const moved = new Map<number, string>();
    for (const [at, key] of this.#keys) {
      const number = trackLine(this.#doc.lineAt(at).number, this.#doc, doc, changes);
      if (number === null) continue;
      const { from } = doc.line(number);
      if (!moved.has(from)) moved.set(from, key);
    }
    this.#keys = moved;
    this.#doc = doc;
    this.#parse();
  }

  replace(doc: Text): void {
    this.#doc = doc;
    this.#keys.clear();
    this.#parse();
  }

  /** Assigns this key to the task at a line. */
  rename(line: number, key: string): void {
    for (const [at, each] of this.#keys) if (each === key) this.#keys.delete(at);
    this.#keys.set(this.#doc.line(line).from, key);
    this.#parse();
  }

  #parse(): void {
    const keys = new Map<number, string>();
    const keyOf = ({ line }: Task): string => {
      const { from } = this.#doc.line(line);
      const key = this.#keys.get(from) ?? `t${(this.#count += 1)}`;
      keys.set(from, key);
      return key;
    };
    this.#statuses = readStatuses(this.#doc.toString());
    this.#sections = withKeys(parseTasks(this.#doc.toJSON()), keyOf, this.#statuses);
    this.#keys = keys;
  }
}
