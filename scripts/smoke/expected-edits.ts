/** What a page must contain in the end: the words of every acknowledged edit, and every untouched line. */
import type { Random } from "./random.ts";

/**
 * The expected effect of an edit: words it inserts, original lines it removes or rewrites, and lines it extends with a
 * word before or after. In the last case another writer's line may end up between the word and the line, which is then
 * unchanged.
 */
export type AcknowledgedEdit = {
  readonly words: readonly string[];
  readonly touched: readonly string[];
  readonly extended: readonly string[];
};

/** `lost`: there was no response, so either result is correct. */
export type Outcome = "done" | "refused" | "lost";

/** All words have the same length, so that they can be found even when joined to other text. */
const WORD = /smk_[0-9a-z]{6}_[0-9]{6}_z/g;

/** A unique word for each combination of the run's seed and a number. */
export const makeWord = (seed: number, number: number): string =>
  `smk_${seed.toString(36).padStart(6, "0").slice(-6)}_${String(number).padStart(6, "0")}_z`;

export const wordsIn = (text: string): string[] => text.match(WORD) ?? [];

/** Fraction of the lines that edits may change or delete. */
const FRAGILE = 0.4;

/** A write with its response and base revision: enough to replay the page's history. */
type Entry = {
  readonly json: unknown;
  readonly base: number;
  readonly outcome: Outcome;
  readonly revision: number | null;
  /** Whether a tool or a person wrote it; null if it is uncertain that this write created the revision. */
  readonly by: "tool" | "person" | null;
};

export class ExpectedPage {
  readonly name: string;
  /** The text as loaded. */
  readonly text: string;
  readonly #fragile: ReadonlySet<string>;
  readonly #words = new Map<string, Outcome>();
  /** `open`: the line may or may not be there. */
  readonly #touched = new Map<string, "done" | "open">();
  readonly #texts = new Map<number, string>();
  readonly #faults: string[] = [];
  readonly #entries: Entry[] = [];
  #acknowledged = 0;

  constructor(name: string, text: string, random: Random) {
    this.name = name;
    this.text = text;
    this.#fragile = chooseFragile(text.split("\n"), random);
  }

  /** Whether an original line may be changed or deleted by edits. Such lines are unique within the page. */
  isFragile(line: string): boolean {
    return this.#fragile.has(line);
  }

  /** The highest revision reported by an acknowledged write or a read. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  recordOutcome({ words, touched, extended }: AcknowledgedEdit, outcome: Outcome): void {
    for (const word of words) this.#words.set(word, outcome);
    if (outcome === "refused") return;
    const note = (line: string, how: "done" | "open"): void => {
      if (this.#touched.get(line) !== "done") this.#touched.set(line, how);
    };
    for (const line of touched) note(line, outcome === "done" ? "done" : "open");
    for (const line of extended) note(line, "open");
  }

  record(entry: Entry): void {
    this.#entries.push(entry);
  }

  /** All writes, in order of their responses. */
  get story(): readonly Entry[] {
    return this.#entries;
  }

  /**
   * A revision always has the same text, and a read never returns a revision older than what was acknowledged when it
   * started.
   */
  noteText(revision: number, text: string, acknowledgedBefore = 0): void {
    const known = this.#texts.get(revision);
    if (known === undefined) this.#texts.set(revision, text);
    else if (known !== text) this.fault(`revision ${revision} was shown with two different texts`);
    if (revision < acknowledgedBefore)
      this.fault(`revision ${revision} was shown after ${acknowledgedBefore} was acknowledged`);
    this.noteRevision(revision);
  }

  noteRevision(revision: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, revision);
  }

  fault(what: string): void {
    this.#faults.push(`${this.name}: ${what}`);
  }

  get wordCount(): number {
    return [...this.#words.values()].filter((outcome) => outcome === "done").length;
  }

  get touchedCount(): number {
    return this.#touched.size;
  }

  /** Faults of the page's final text, and those found along the way. */
  faultsOf(finalText: string): string[] {
    return [...this.#faults, ...this.#wordFaults(finalText), ...this.#lineFaults(finalText)];
  }

  #wordFaults(finalText: string): string[] {
    const counts = new Map<string, number>();
    for (const word of wordsIn(finalText)) counts.set(word, (counts.get(word) ?? 0) + 1);
    const faults: string[] = [];
    for (const [word, outcome] of this.#words) {
      const count = counts.get(word) ?? 0;
      counts.delete(word);
      if (count > 1) faults.push(`${this.name}: ${word} is there ${count} times`);
      if (outcome === "done" && count === 0) faults.push(`${this.name}: the acknowledged ${word} is lost`);
      if (outcome === "refused" && count > 0) faults.push(`${this.name}: the rejected ${word} is present anyway`);
    }
    for (const word of counts.keys()) faults.push(`${this.name}: nobody inserted ${word}`);
    return faults;
  }

  /** Lines without a word must be exactly the untouched original lines, in order. */
  #lineFaults(finalText: string): string[] {
    const found = finalText.split("\n").filter((line) => wordsIn(line).length === 0);
    let at = 0;
    for (const line of this.text.split("\n")) {
      const touched = this.#touched.get(line);
      if (touched === "done" || (touched === "open" && found[at] !== line)) continue;
      if (found[at] !== line) return [`${this.name}: ${this.#explain(line, found[at], finalText)}`];
      at++;
    }
    // An empty text is one empty line, which nobody had to write.
    return at === found.length || finalText === "" ? [] : [`${this.name}: nobody wrote the line ${quote(found[at])}`];
  }

  #explain(expected: string, found: string | undefined, finalText: string): string {
    const glued =
      expected.trim() === ""
        ? undefined
        : finalText.split("\n").find((line) => line.includes(expected) && wordsIn(line).length > 0);
    if (glued !== undefined) return `the untouched line ${quote(expected)} now reads ${quote(glued)}`;
    return `where the untouched line ${quote(expected)} belongs there is ${quote(found)}`;
  }
}

const quote = (line: string | undefined): string =>
  line === undefined ? "nothing" : JSON.stringify(line.slice(0, 160));

/** Chosen among lines that occur once, so that each can be identified by its text. */
function chooseFragile(lines: readonly string[], random: Random): Set<string> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return new Set(lines.filter((line) => line.trim() !== "" && counts.get(line) === 1 && random.chance(FRAGILE)));
}
