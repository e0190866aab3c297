/** What a page must hold in the end: the words every acknowledged edit put there, and every line nobody touched. */
import type { Random } from "./random.ts";

/**
 * One edit's promise: words it puts in, original lines it takes out or rewrites, and those it puts a word before or
 * behind. Of the latter somebody's line may come between the word and the line, which then reads as it did.
 */
export type AcknowledgedEdit = {
  readonly words: readonly string[];
  readonly touched: readonly string[];
  readonly extended: readonly string[];
};

/** `lost`: no answer came, so either is right. */
export type Outcome = "done" | "refused" | "lost";

/** Words are all of one length, so that they are found wherever they ended up, even stuck to other text. */
const WORD = /smk_[0-9a-z]{6}_[0-9]{6}_z/g;

/** A word like no other: two of them differ however the run's seed and number differ. */
export const makeWord = (seed: number, number: number): string =>
  `smk_${seed.toString(36).padStart(6, "0").slice(-6)}_${String(number).padStart(6, "0")}_z`;

export const wordsIn = (text: string): string[] => text.match(WORD) ?? [];

/** Share of the lines that edits may change or delete. */
const FRAGILE = 0.4;

/** One write as it was sent and answered, and the revision it was made from: enough to play the page's story again. */
type Entry = {
  readonly json: unknown;
  readonly base: number;
  readonly outcome: Outcome;
  readonly revision: number | null;
  /** Tools are told apart from people; null when it is not certain that this write made the revision. */
  readonly by: "tool" | "person" | null;
};

export class ExpectedPage {
  readonly name: string;
  /** As loaded. */
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

  /** True for an original line that edits may change or delete. Such lines are unlike every other line of the page. */
  isFragile(line: string): boolean {
    return this.#fragile.has(line);
  }

  /** The highest revision an acknowledged write or a read has told of. */
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

  /** Every write in the order of answers. */
  get story(): readonly Entry[] {
    return this.#entries;
  }

  /** A revision is one text for ever, and reads never go back behind what was acknowledged when they began. */
  noteText(revision: number, text: string, acknowledgedBefore = 0): void {
    const known = this.#texts.get(revision);
    if (known === undefined) this.#texts.set(revision, text);
    else if (known !== text) this.fault(`revision ${revision} was shown with two texts`);
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

  /** What is wrong with the page's final text, and what was found wrong on the way. */
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
      if (outcome === "refused" && count > 0) faults.push(`${this.name}: the refused ${word} is there all the same`);
    }
    for (const word of counts.keys()) faults.push(`${this.name}: nobody put ${word} there`);
    return faults;
  }

  /** Lines without a word are exactly the original ones that nobody touched, in their order. */
  #lineFaults(finalText: string): string[] {
    const found = finalText.split("\n").filter((line) => wordsIn(line).length === 0);
    let at = 0;
    for (const line of this.text.split("\n")) {
      const touched = this.#touched.get(line);
      if (touched === "done" || (touched === "open" && found[at] !== line)) continue;
      if (found[at] !== line) return [`${this.name}: ${this.#explain(line, found[at], finalText)}`];
      at++;
    }
    // A text without anything left is one empty line, which nobody had to write.
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

/** Among the lines that occur once, so that each can be told from every other by its text. */
function chooseFragile(lines: readonly string[], random: Random): Set<string> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return new Set(lines.filter((line) => line.trim() !== "" && counts.get(line) === 1 && random.chance(FRAGILE)));
}
