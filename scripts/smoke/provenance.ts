/**
 * Tracks where a page's words came from and checks where they ended up: inserted lines stay whole, words added to a
 * line stay with it, and no word of a line is lost, duplicated or mixed with another line's.
 */
import { PHRASES } from "./edit-plan.ts";
import { wordsIn } from "./expected-edits.ts";
import { BETWEEN, type ShapePlan } from "./shape-plan.ts";

/** Ordinary words, as opposed to the unique generated ones. */
const TOKEN = /[\p{L}\p{N}_]+/gu;

/** A generated word directly next to a letter or digit. */
const STUCK = /[\p{L}\p{N}_]smk_[0-9a-z]{6}_\d{6}_z|smk_[0-9a-z]{6}_\d{6}_z[\p{L}\p{N}_]/u;

const NEW_TEXTS = new Set([...PHRASES, BETWEEN]);

type Tokens = Map<string, number>;

/** Original lines that were edited together. */
type Group = { first: number; last: number; mayBeGone: boolean; isReshaped: boolean; added: Tokens; removed: Tokens };

/** An inserted line, and the lines around it as its writer saw them. */
type NewLine = { readonly above: readonly string[]; readonly below: readonly string[] };

export class Provenance {
  readonly #lines: readonly string[];
  /** Indexes of original lines that occur once, by text. */
  readonly #places = new Map<string, number>();
  readonly #groups = new Map<number, Group>();
  readonly #newLines = new Map<string, NewLine>();
  /** The original line that a word was written into. */
  readonly #homes = new Map<string, number>();

  constructor(text: string) {
    this.#lines = text.split("\n");
    const counts = new Map<string, number>();
    for (const line of this.#lines) counts.set(line, (counts.get(line) ?? 0) + 1);
    this.#lines.forEach((line, index) => {
      if (line.trim() !== "" && counts.get(line) === 1) this.#places.set(line, index);
    });
  }

  /** `lines` are the lines that the plan was made for. */
  note(lines: readonly string[], { edit, isReshaped }: ShapePlan): void {
    if (edit.operation === "insert") {
      const above = lines.slice(0, edit.startLine - 1);
      const below = lines.slice(edit.startLine - 1);
      for (const line of edit.content.split("\n")) if (line !== "") this.#newLines.set(line, { above, below });
      return;
    }
    const touched = lines.slice(edit.startLine - 1, edit.endLine);
    if (touched.every((line) => line === "")) return;
    const written = edit.operation === "replace" ? edit.content.split("\n") : [];
    // If lines were replaced one for one, each is a separate group.
    if (!isReshaped) touched.forEach((line, i) => this.#noteRewording([line], written.slice(i, i + 1), false));
    else this.#noteRewording(touched, written, true);
  }

  #noteRewording(touched: readonly string[], written: readonly string[], isReshaped: boolean): void {
    const indexes = touched.map((line) => this.#places.get(line) ?? -1);
    const group = this.#groupOf(Math.min(...indexes), Math.max(...indexes));
    if (written.length === 0) group.mayBeGone = true;
    if (isReshaped) group.isReshaped = true;
    const before = tokensOf(touched);
    // An entirely new line shares nothing with the old one, even if they have words in common.
    const isNew = (line: string): boolean =>
      NEW_TEXTS.has(
        wordsIn(line)
          .reduce((rest, word) => rest.replace(word, ""), line)
          .trim(),
      );
    for (const [token, count] of tokensOf(written.filter(isNew))) add(group.added, token, count);
    const after = tokensOf(written.filter((line) => !isNew(line)));
    // Each edit adds or removes a token once, even if other edits do the same.
    for (const [token, count] of after) add(group.added, token, Math.max(0, count - (before.get(token) ?? 0)));
    for (const [token, count] of before) add(group.removed, token, Math.max(0, count - (after.get(token) ?? 0)));
    for (const word of wordsIn(written.join("\n"))) this.#homes.set(word, group.first);
  }

  /** Merges all groups that overlap these lines into one. */
  #groupOf(first: number, last: number): Group {
    const group: Group = { first, last, mayBeGone: false, isReshaped: false, added: new Map(), removed: new Map() };
    for (let index = first; index <= last; index++) {
      const other = this.#groups.get(index);
      if (other === undefined) continue;
      group.first = Math.min(group.first, other.first);
      group.last = Math.max(group.last, other.last);
    }
    const others = new Set<Group>();
    for (let index = group.first; index <= group.last; index++) {
      const other = this.#groups.get(index);
      if (other !== undefined) others.add(other);
      this.#groups.set(index, group);
    }
    for (const other of others) {
      group.mayBeGone ||= other.mayBeGone;
      group.isReshaped ||= other.isReshaped;
      for (const [token, count] of other.added) add(group.added, token, count);
      for (const [token, count] of other.removed) add(group.removed, token, count);
    }
    return group;
  }

  /**
   * The text without lines that only result from splitting or joining and contain no generated word, since the ledger
   * does not know about them.
   */
  withoutPieces(text: string): string {
    return text
      .split("\n")
      .filter((line) => this.#lines.includes(line) || wordsIn(line).length > 0 || this.#pieceOf(line).length === 0)
      .join("\n");
  }

  /** Reshaped groups that contain all tokens of the line. */
  #pieceOf(line: string): Group[] {
    const needed = tokensOf([line]);
    return [...new Set(this.#groups.values())].filter(
      (group) => group.isReshaped && isWithin(needed, this.#mostOf(group)),
    );
  }

  #mostOf(group: Group): Tokens {
    const most = tokensOf(this.#lines.slice(group.first, group.last + 1));
    for (const [token, count] of group.added) add(most, token, count);
    return most;
  }

  faultsOf(finalText: string): string[] {
    const faults: string[] = [];
    const lines = finalText.split("\n");
    const anchors = this.#anchorsIn(lines);
    const found = new Map<Group, string[]>();
    /** Lines that may be pieces of this group or of another one. */
    const possible = new Map<Group, string[]>();
    lines.forEach((line, at) => {
      const words = wordsIn(line);
      if (words.length > 0 && STUCK.test(line)) faults.push(`a word sticks in ${quote(line)}`);
      if (words.some((word) => !this.#homes.has(word))) {
        const placed = this.#newLines.get(line);
        if (placed === undefined) faults.push(`a new line became ${quote(line)}`);
        else if (!isBetween(anchors, at, nearest(placed.above.toReversed(), anchors), nearest(placed.below, anchors)))
          faults.push(`a new line went elsewhere: ${quote(line)}`);
        return;
      }
      const groups = new Set(words.map((word) => this.#groups.get(this.#homes.get(word) ?? -1)));
      if (groups.size > 1) faults.push(`what was written about several lines stands in ${quote(line)}`);
      const [group] = groups;
      if (group === undefined) {
        const owners = words.length === 0 && !this.#lines.includes(line) ? this.#pieceOf(line) : [];
        const [owner] = owners;
        for (const each of owners) possible.set(each, [...(possible.get(each) ?? []), line]);
        if (owners.length === 1 && owner !== undefined) found.set(owner, [...(found.get(owner) ?? []), line]);
        return;
      }
      found.set(group, [...(found.get(group) ?? []), line]);
      const above = nearest(this.#lines.slice(0, group.first).toReversed(), anchors);
      const below = nearest(this.#lines.slice(group.last + 1), anchors);
      if (!isBetween(anchors, at, above, below))
        faults.push(`what was written about a line went elsewhere: ${quote(line)}`);
    });
    for (const [group, texts] of found)
      faults.push(...this.#tokenFaults(group, texts, possible.get(group) ?? [], lines));
    return faults;
  }

  /** Untouched original lines that occur once, with their current positions. */
  #anchorsIn(lines: readonly string[]): Map<string, number> {
    const anchors = new Map<string, number>();
    lines.forEach((line, at) => {
      const place = this.#places.get(line);
      if (place !== undefined && !this.#groups.has(place)) anchors.set(line, at);
    });
    return anchors;
  }

  #tokenFaults(
    group: Group,
    texts: readonly string[],
    possible: readonly string[],
    lines: readonly string[],
  ): string[] {
    const originals = this.#lines.slice(group.first, group.last + 1);
    // An original line may be unchanged if a line was inserted between it and the word that extended it.
    const asBefore = originals.filter((line) => lines.includes(line));
    const now = tokensOf([...texts, ...asBefore]);
    const atMost = tokensOf([...texts, ...possible, ...asBefore]);
    const faults: string[] = [];
    const most = this.#mostOf(group);
    const here = JSON.stringify(texts);
    for (const [token, count] of now)
      if (count > (most.get(token) ?? 0))
        faults.push(`${token} is there ${count} times in ${here}, not ${most.get(token) ?? 0}`);
    if (group.mayBeGone) return faults;
    const least = tokensOf(originals);
    for (const [token, count] of least) {
      const expected = count - (group.removed.get(token) ?? 0);
      if ((atMost.get(token) ?? 0) < expected) faults.push(`${token} of an original line is lost from ${here}`);
    }
    return faults;
  }
}

const add = (tokens: Tokens, token: string, count: number): void =>
  void tokens.set(token, (tokens.get(token) ?? 0) + count);

function tokensOf(lines: readonly string[]): Tokens {
  const tokens: Tokens = new Map();
  for (const line of lines) {
    const plain = wordsIn(line).reduce((rest, word) => rest.replace(word, " "), line);
    for (const token of plain.match(TOKEN) ?? []) add(tokens, token, 1);
  }
  return tokens;
}

const isWithin = (part: Tokens, whole: Tokens): boolean =>
  [...part].every(([token, count]) => count <= (whole.get(token) ?? 0));

const nearest = (lines: readonly string[], anchors: ReadonlyMap<string, number>): string | undefined =>
  lines.find((line) => anchors.has(line));

function isBetween(anchors: ReadonlyMap<string, number>, at: number, above?: string, below?: string): boolean {
  return at > (anchors.get(above ?? "") ?? -1) && at < (anchors.get(below ?? "") ?? Infinity);
}

const quote = (line: string): string => JSON.stringify(line.slice(0, 200));
