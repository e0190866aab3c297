import { expect, test } from "vitest";
import { diffText } from "../realtime/diff.ts";
import { applySplices, type Splice } from "../realtime/splices.ts";
import { AnchorSet } from "./anchor-set.ts";
import { anchorAt } from "./anchor.ts";
import { planAll, planOne, type Plan, type Suggestion } from "./suggestions.ts";

const TEXT = "The quick brown fox jumps over the lazy dog.\n\nIt then sleeps until noon, and the dog barks.\n";

/** A page with suggestions, whose anchors follow its edits. */
class Page {
  text: string;
  readonly #anchors = new AnchorSet([]);
  #at = 0;

  constructor(text = TEXT) {
    this.text = text;
  }

  suggest(words: string, put: string): Suggestion {
    const from = this.text.indexOf(words);
    return this.#suggestAt(from, from + words.length, put);
  }

  /** Suggests to insert `put` before the first occurrence of `words`. */
  insertBefore(words: string, put: string): Suggestion {
    const from = this.text.indexOf(words);
    return this.#suggestAt(from, from, put);
  }

  edit(after: string): void {
    this.splice(diffText(this.text, after));
  }

  replace(words: string, by: string): void {
    this.edit(this.text.replace(words, by));
  }

  splice(splices: readonly Splice[]): void {
    const before = this.text;
    this.text = applySplices(before, splices);
    this.#anchors.move({ before, after: this.text, splices, at: (this.#at += 1_000) });
  }

  /** Accepts the suggestion if it applies. */
  accept(suggestion: Suggestion): Plan["kind"] {
    const plan = planOne(this.text, suggestion);
    if (plan.kind !== "apply") return plan.kind;
    this.#anchors.delete(suggestion.anchor.id);
    this.splice(plan.splices);
    return plan.kind;
  }

  #suggestAt(from: number, to: number, put: string): Suggestion {
    const made = anchorAt(this.text, String(this.#anchors.size), { from, to }, { isInsertion: from === to });
    if (!made.ok) throw new Error(made.error.code);
    this.#anchors.add(made.anchor);
    return { anchor: made.anchor, put };
  }
}

test("replaces the words of the quote and touches only those that differ", () => {
  const page = new Page();
  const suggestion = page.suggest("brown fox", "red fox");
  expect(planOne(page.text, suggestion)).toEqual({
    kind: "apply",
    splices: [{ at: TEXT.indexOf("brown"), remove: 5, insert: "red" }],
  });
});

test("finds its words after text was inserted before them", () => {
  const page = new Page();
  const suggestion = page.suggest("brown fox", "red fox");
  page.edit(`New line.\n\n${page.text}`);
  expect(page.accept(suggestion)).toBe("apply");
  expect(page.text).toBe(`New line.\n\n${TEXT.replace("brown", "red")}`);
});

test("shows both changes merged if somebody changed another word of the quote", () => {
  const page = new Page();
  const suggestion = page.suggest("quick brown fox", "quick red fox");
  page.replace("quick", "swift");
  const plan = planOne(page.text, suggestion);
  expect(plan).toMatchObject({ kind: "differs", now: "swift brown fox", preview: "swift red fox" });
  if (plan.kind !== "differs" || plan.merged === null) throw new Error("There is a merge.");
  expect(applySplices(page.text, plan.merged)).toBe(TEXT.replace("quick brown", "swift red"));
});

test("merges no words into each other if both changed the same one", () => {
  const page = new Page();
  const suggestion = page.suggest("brown fox", "red fox");
  page.replace("brown", "grey");
  const plan = planOne(page.text, suggestion);
  expect(plan).toMatchObject({ kind: "differs", now: "grey fox", merged: null, preview: null });
  if (plan.kind !== "differs") throw new Error("It differs.");
  expect(applySplices(page.text, plan.replaced)).toBe(TEXT.replace("brown", "red"));
});

test.each([
  ["inserted different words at the same place", "brown fox", "brown sly fox", "brown old fox"],
  ["deleted the word", "quick brown fox", "quick red fox", "quick fox"],
  ["changed parts of the same word", "https://example.com/a", "https://example.com/b", "https://example.com/c"],
])("merges nothing if somebody %s", (_, quote, put, now) => {
  const page = new Page(`See the ${quote} at the end of the long line here.\n`);
  const suggestion = page.suggest(quote, put);
  page.replace(quote, now);
  expect(planOne(page.text, suggestion)).toMatchObject({ kind: "differs", now, merged: null });
});

test("is already accepted if somebody made the same change", () => {
  const page = new Page();
  const suggestion = page.suggest("brown fox", "red fox");
  page.replace("brown", "red");
  expect(page.accept(suggestion)).toBe("already");
});

test("is refused as long as its words are deleted", () => {
  const page = new Page();
  const suggestion = page.suggest("brown fox", "red fox");
  page.replace("brown fox ", "");
  expect(planOne(page.text, suggestion)).toEqual({ kind: "refused", reason: "words_gone" });
  page.edit(TEXT);
  expect(page.accept(suggestion)).toBe("apply");
  expect(page.text).toBe(TEXT.replace("brown", "red"));
});

test("follows its paragraph", () => {
  const page = new Page();
  const suggestion = page.suggest("sleeps until noon", "naps");
  const [first = "", second = ""] = TEXT.trim().split("\n\n");
  page.edit(`${second}\n\n${first}\n`);
  expect(page.accept(suggestion)).toBe("apply");
  expect(page.text).toBe(`${second.replace("sleeps until noon", "naps")}\n\n${first}\n`);
});

test("inserts at its place, also if the text on one side was rewritten", () => {
  const page = new Page();
  const suggestion = page.insertBefore(" jumps", ", red and old,");
  page.replace("jumps over the lazy dog", "ran away");
  expect(page.accept(suggestion)).toBe("apply");
  expect(page.text).toContain("The quick brown fox, red and old, ran away.");
});

test("refuses to insert if the text on both sides is gone", () => {
  const page = new Page();
  const suggestion = page.insertBefore(" jumps", ", red,");
  page.edit(TEXT.slice(TEXT.indexOf("It then")));
  expect(planOne(page.text, suggestion)).toEqual({ kind: "refused", reason: "words_gone" });
});

test("refuses to insert at a place that does not fit, although it was not verified yet", () => {
  const page = new Page();
  const { anchor } = page.insertBefore(" jumps", ", red,");
  expect(planOne("Something else entirely, and nothing of it.", { anchor, put: ", red," })).toEqual({
    kind: "refused",
    reason: "place_unsure",
  });
});

test("puts two insertions at one place in the order in which they are accepted", () => {
  const page = new Page();
  const [first, second] = [page.insertBefore(" fox", " sly"), page.insertBefore(" fox", " old")];
  expect([page.accept(first), page.accept(second)]).toEqual(["apply", "apply"]);
  expect(page.text).toContain("brown sly old fox");
});

test("an insertion is already accepted if its text is there", () => {
  const page = new Page();
  const suggestion = page.insertBefore(" fox", " sly");
  page.replace("brown fox", "brown sly fox");
  expect(page.accept(suggestion)).toBe("already");
});

test("an insertion is not taken for accepted because the next word begins alike", () => {
  const page = new Page();
  expect(page.accept(page.insertBefore("fox", "f"))).toBe("apply");
  expect(page.text).toContain("brown ffox");
});

test("deletes a paragraph with the blank line before it", () => {
  const page = new Page();
  expect(page.accept(page.suggest("It then sleeps until noon, and the dog barks.", ""))).toBe("apply");
  expect(page.text).toBe("The quick brown fox jumps over the lazy dog.\n");
});

test("deletes the first paragraph with the blank line after it", () => {
  const page = new Page();
  page.accept(page.suggest("The quick brown fox jumps over the lazy dog.", ""));
  expect(page.text).toBe("It then sleeps until noon, and the dog barks.\n");
});

test("deletes a word with one of its spaces", () => {
  const page = new Page();
  page.accept(page.suggest("brown", ""));
  expect(page.text).toBe(TEXT.replace("brown ", ""));
});

test("an overlapping suggestion applies to the words that the first left alone", () => {
  const page = new Page();
  const [first, second] = [page.suggest("quick brown", "slow brown"), page.suggest("brown fox", "red fox")];
  expect([page.accept(first), page.accept(second)]).toEqual(["apply", "apply"]);
  expect(page.text).toContain("The slow red fox jumps");
});

test("a suggestion inside another is refused once that has replaced its words", () => {
  const page = new Page();
  const [outer, inner] = [page.suggest("quick brown fox jumps", "old cat sits"), page.suggest("brown", "red")];
  expect(page.accept(outer)).toBe("apply");
  expect(page.accept(inner)).toBe("refused");
  expect(page.text).toContain("The old cat sits over");
});

test("accepts all at once, except for those that overlap or differ", () => {
  const page = new Page();
  const [swift, dark, tired, dusk, loud] = [
    page.suggest("quick", "swift"),
    page.suggest("quick brown", "dark brown"),
    page.suggest("lazy", "tired"),
    page.suggest("noon", "dusk"),
    page.suggest("dog barks", "dog is loud"),
  ];
  page.replace("dog barks", "dog howls");
  const plan = planAll(page.text, [dusk, loud, tired, dark, swift]);
  expect(plan.taken).toEqual([swift, tired, dusk]);
  expect(plan.open).toEqual([dark, loud]);
  expect(applySplices(page.text, plan.splices)).toBe(
    "The swift brown fox jumps over the tired dog.\n\nIt then sleeps until dusk, and the dog howls.\n",
  );
});

test("of two insertions at one place, accepting all takes the first", () => {
  const page = new Page();
  const [first, second] = [page.insertBefore(" fox", " sly"), page.insertBefore(" fox", " old")];
  expect(planAll(page.text, [first, second])).toMatchObject({ taken: [first], open: [second] });
});

test("is not fooled by a twin of its words before them", () => {
  const page = new Page();
  const suggestion = page.suggest("the dog", "the cat");
  page.edit(`See the dog here.\n\n${page.text}`);
  page.accept(suggestion);
  expect(page.text).toBe(`See the dog here.\n\n${TEXT.replace("the dog", "the cat")}`);
});

test("makes two paragraphs of one", () => {
  const page = new Page();
  page.accept(page.suggest("sleeps until noon, and", "sleeps.\n\nAnd"));
  expect(page.text).toContain("It then sleeps.\n\nAnd the dog barks.");
});

test("applies to lines that were reflowed", () => {
  const page = new Page();
  const suggestion = page.suggest("brown fox jumps over", "red fox leaps over");
  page.replace("fox jumps", "fox\njumps");
  expect(page.accept(suggestion)).toBe("apply");
  expect(page.text).toContain("red fox leaps over");
});

test("a body that brings the old words back is an edit like others: an accepted suggestion has no anchor any more", () => {
  const page = new Page();
  expect(page.accept(page.suggest("brown fox", "red fox"))).toBe("apply");
  page.edit(TEXT);
  expect(page.text).toBe(TEXT);
});
