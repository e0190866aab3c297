/**
 * What the participants did to a page, as values that they set without having seen each other's: of each, the page must
 * have one. Tasks that nobody removed, and the words written for them, must be there once.
 */
import { read, type Reading } from "./reading.ts";
import type { Seen } from "./shared-page.ts";

type Setting = { readonly operation: number; readonly value: string | null };

const isTask = (name: string): boolean => /^tk\d+x$/.test(name);
const isWord = (name: string): boolean => /^(?:wd|nt)\d+x$/.test(name);

export class Ledger {
  /** By name: what was set last, by each participant that had not seen the others'. */
  readonly #settings = new Map<string, Setting[]>();
  readonly #removed = new Set<string>();
  /** Words that somebody removed along with their task. */
  readonly #removedWords = new Set<string>();
  readonly #stories = new Map<string, string[]>();
  readonly #others: string;

  constructor(text: string) {
    const first = read(text);
    if (first.faults.length > 0) throw new Error(first.faults.join("; "));
    this.#others = first.others.join("\n");
    for (const [name, value] of first.values) this.#settings.set(name, [{ operation: 0, value }]);
  }

  /** Throws if the edit alone damages the page. */
  note(operation: number, act: string, seen: Seen, before: string, after: string): void {
    const [was, now] = [read(before), read(after)];
    const names = new Set([...was.values.keys(), ...now.values.keys()]);
    const removed = new Set([...was.values.keys()].filter((name) => isTask(name) && !now.values.has(name)));
    for (const name of names) {
      const [old = null, value = null] = [was.values.get(name), now.values.get(name)];
      const task = name.split(" ")[0] ?? "";
      if (old === value) continue;
      if (removed.has(task)) this.#removed.add(task);
      else if (isWord(name) && value === null && removed.has(old ?? "")) this.#removedWords.add(name);
      else if (isWord(name) && old !== null) throw new Error(`${act} lost ${name}: ${before}\n=>\n${after}`);
      else this.#set(name, { operation, value }, seen);
      this.#tell(task, `${operation} ${act}: ${name} ${old} -> ${value}`);
    }
    const added = now.faults.filter((fault) => !was.faults.includes(fault));
    if (added.length > 0 || now.others.join("\n") !== was.others.join("\n"))
      throw new Error(`${act} alone damaged the page, ${added.join("; ")}: ${before}\n=>\n${after}`);
  }

  /** What the page has lost, doubled or mixed up. */
  faultsOf(text: string): string[] {
    const { values, others, faults } = read(text);
    const found = [...faults];
    if (others.join("\n") !== this.#others) found.push(`other lines changed: ${others.join(" | ")}`);
    for (const name of new Set([...values.keys(), ...this.#settings.keys()])) {
      const fault = this.#faultOf(name, values);
      if (fault !== null) found.push(fault);
    }
    return found;
  }

  /** What was done to the tasks and properties that these faults name. */
  storyOf(faults: readonly string[]): string[] {
    const names = new Set(faults.flatMap((fault) => fault.match(/\b(?:tk|wd|nt)\d+x\b|property/g) ?? []));
    return [...names].flatMap((name) => this.#stories.get(name) ?? []);
  }

  #faultOf(name: string, values: Reading["values"]): string | null {
    const value = values.get(name) ?? null;
    const settings = this.#settings.get(name);
    if (settings === undefined) return `${name} ${value} was never set`;
    const task = isWord(name) ? (settings[0]?.value ?? "") : (name.split(" ")[0] ?? "");
    const isThere = values.has(task);
    if (this.#removed.has(task)) {
      if (isTask(name)) return null;
      if (!isThere) return value === null ? null : `${name} was left of the removed ${task}`;
      // It came back as the others had it.
      if (!isWord(name) || this.#removedWords.has(name)) return null;
    }
    if (settings.some((setting) => setting.value === value)) return null;
    return `${name} is ${value} instead of ${settings.map((setting) => setting.value).join(" or ")}`;
  }

  #set(name: string, setting: Setting, seen: Seen): void {
    const others = (this.#settings.get(name) ?? []).filter(({ operation }) => !seen.has(operation));
    this.#settings.set(name, [...others, setting]);
  }

  #tell(name: string, line: string): void {
    this.#stories.set(name, [...(this.#stories.get(name) ?? []), line]);
  }
}
