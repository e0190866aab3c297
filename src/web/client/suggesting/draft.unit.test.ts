import { ChangeSet, type Text } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { diffText } from "../../../realtime/diff.ts";
import { applySplices, areValidSplices } from "../../../realtime/splices.ts";
import { splitsCharacter } from "../../../realtime/text.ts";
import { toChanges, toText } from "../editor/collaboration/text-changes.ts";
import { changesOf, type Draft, emptyDraft, followBase } from "./draft.ts";
import { suggestedChanges } from "./suggested-changes.ts";

const words = fc.constantFrom(
  "red",
  "fox",
  "Über",
  "e\u0301",
  "語",
  "😀",
  "**",
  " ",
  " ",
  " ",
  ". ",
  ", ",
  "\n",
  "\n\n",
  "- ",
);
const text = fc.array(words, { maxLength: 40 }).map((parts) => parts.join(""));
/** A change as it is typed: anywhere, also within words. */
const edit = fc.record({ at: fc.nat(), remove: fc.nat({ max: 12 }), insert: fc.array(words, { maxLength: 4 }) });
type Edit = { readonly at: number; readonly remove: number; readonly insert: readonly string[] };

/** Splits no character, as in the editor. */
function changeOf(doc: Text, { at, remove, insert }: Edit): ChangeSet {
  const content = doc.toString();
  const whole = (offset: number): number => (splitsCharacter(content, offset) ? offset - 1 : offset);
  const from = whole(at % (doc.length + 1));
  const to = whole(Math.min(doc.length, from + remove));
  return ChangeSet.of({ from, to, insert: toText(insert.join("")) }, doc.length);
}

const type = (draft: Draft, change: Edit): Draft => ({
  base: draft.base,
  changes: draft.changes.compose(changeOf(draft.changes.apply(draft.base), change)),
});

const draftOf = (base: string, edits: readonly Edit[]): Draft => edits.reduce(type, emptyDraft(toText(base)));

/** A draft that turns one text into another by a single replacement. */
const replaced = (base: string, after: string): Draft => ({
  base: toText(base),
  changes: toChanges(diffText(base, after), base.length),
});

const shown = (draft: Draft): Text => draft.changes.apply(draft.base);

function suggest(draft: Draft) {
  const base = draft.base.toString();
  const { changes, problem } = suggestedChanges(base, changesOf(draft, shown(draft)));
  const splices = changes.map(({ from, to, replacement }) => ({ at: from, remove: to - from, insert: replacement }));
  return {
    base,
    splices,
    problem,
    list: changes.map(({ from, to, replacement }) => [base.slice(from, to), replacement]),
  };
}

test("suggests exactly the draft, and splits no character", () => {
  fc.assert(
    fc.property(text, fc.array(edit, { maxLength: 8 }), (base, edits) => {
      const draft = draftOf(base, edits);
      const { splices } = suggest(draft);
      expect(areValidSplices(base, splices)).toBe(true);
      expect(applySplices(base, splices)).toBe(shown(draft).toString());
    }),
    { numRuns: 3000 },
  );
});

test("follows others' changes: the editor shows the draft on the page's new text, and no word of the draft is lost", () => {
  fc.assert(
    fc.property(text, fc.array(edit, { maxLength: 5 }), fc.array(edit, { maxLength: 5 }), (base, own, theirs) => {
      // Recognizable words, which nobody else writes.
      const typed = own.map((each, index) => ({ ...each, remove: 0, insert: [`«${index}»`] }));
      let draft = draftOf(base, [...own.map((each) => ({ ...each, insert: [] })), ...typed]);
      let doc = shown(draft);
      const put = typed.map(({ insert }) => insert[0] ?? "").filter((word) => doc.toString().includes(word));
      for (const each of theirs) {
        const change = changeOf(draft.base, each);
        const followed = followBase(draft, change);
        doc = followed.forEditor.apply(doc);
        ({ draft } = followed);
        expect(doc.toString()).toBe(shown(draft).toString());
      }
      for (const word of put) expect(doc.toString()).toContain(word);
      const { splices } = suggest(draft);
      expect(applySplices(draft.base.toString(), splices)).toBe(doc.toString());
    }),
    { numRuns: 3000 },
  );
});

test("keeps what others write outside the removed words", () => {
  fc.assert(
    fc.property(text, fc.array(edit, { maxLength: 5 }), fc.nat(), (base, own, at) => {
      const draft = draftOf(
        base,
        own.map((each) => ({ ...each, remove: 0 })),
      );
      const insert = changeOf(draft.base, { at, remove: 0, insert: ["«theirs»"] });
      expect(shown(followBase(draft, insert).draft).toString()).toContain("«theirs»");
    }),
  );
});

test.each([
  ["a word", "The colour is red.", "The color is red.", [["colour", "color"]]],
  ["an inserted word", "The fox runs.", "The red fox runs.", [["", "red "]]],
  ["a deleted word, with the next one", "The red fox runs.", "The fox runs.", [["red fox", "fox"]]],
  ["a deleted last word", "The fox runs fast", "The fox runs", [["runs fast", "runs"]]],
  ["neighbouring words", "The quick brown fox.", "The slow red fox.", [["quick brown", "slow red"]]],
  [
    "words apart",
    "The quick brown fox.",
    "A quick brown dog.",
    [
      ["The", "A"],
      ["fox", "dog"],
    ],
  ],
  [
    "sentences",
    "It ends. We go.",
    "It stops. They go.",
    [
      ["ends", "stops"],
      ["We", "They"],
    ],
  ],
  ["words that meet", "foot ball", "football", [["foot ball", "football"]]],
  ["a word that is cut in two", "football", "foot ball", [["football", "foot ball"]]],
  ["bold text", "A red fox.", "A **red fox**.", [["red fox", "**red fox**"]]],
  ["a link", "A red fox.", "A [red fox](/a).", [["red fox", "[red fox](/a)"]]],
  ["a new line", "One\nTwo", "One\nAnd\nTwo", [["", "And\n"]]],
  ["a script without spaces", "我喜欢红色", "我喜欢绿色", [["红", "绿"]]],
  ["an emoji", "So 😀!", "So 😁!", [["😀", "😁"]]],
])("suggests %s", (_, base, after, expected) => {
  expect(suggest(replaced(base, after)).list).toEqual(expected);
});

test("removes whole lines, wherever in a line the selection began", () => {
  const base = "- Water\n- Cut\n- Rake";
  const changes = ChangeSet.of({ from: 2, to: 10 }, base.length);
  const draft = { base: toText(base), changes };
  expect(changesOf(draft, shown(draft))).toEqual([
    { removed: { from: 0, to: 8, text: "- Water\n" }, inserted: { from: 0, to: 0, text: "" } },
  ]);
});

test("compares the words of a passage that was pasted over", () => {
  const base = "We will ship the garden app in May.";
  const after = "We will launch the garden app in June.";
  const changes = ChangeSet.of({ from: 0, to: base.length, insert: after }, base.length);
  expect(suggest({ base: toText(base), changes }).list).toEqual([
    ["ship", "launch"],
    ["May", "June"],
  ]);
});

test("removes a long passage in parts that end with a sentence, and refuses too many or too long changes", () => {
  const base = "A sentence of some words. ".repeat(120);
  const { list, problem } = suggest(replaced(base, ""));
  expect(problem).toBeNull();
  expect(list.length).toBeGreaterThan(3);
  for (const [removed = ""] of list.slice(0, -1)) expect(removed).toMatch(/\. $/);
  expect(suggest(replaced("", "a".repeat(10_001))).problem).toBe("too_long");
  const lines = Array.from({ length: 501 }, (_, index) => `${index}`);
  expect(suggest(replaced(lines.join("\n\n"), lines.map((line) => `${line}!`).join("\n\n"))).problem).toBe("too_many");
});

test("a word that others change while the draft replaces it is replaced with its new wording", () => {
  const draft = replaced("a brown fox", "a grey fox");
  const theirs = toChanges(diffText("a brown fox", "a red fox"), "a brown fox".length);
  const { draft: after, isConflict } = followBase(draft, theirs);
  expect(isConflict).toBe(true);
  expect(suggest(after).list).toEqual([["red", "grey"]]);
});

test("what others change in the same way is no longer suggested", () => {
  const draft = replaced("a brown fox", "a grey fox");
  const theirs = toChanges(diffText("a brown fox", "a grey fox"), "a brown fox".length);
  expect(suggest(followBase(draft, theirs).draft).list).toEqual([]);
});
