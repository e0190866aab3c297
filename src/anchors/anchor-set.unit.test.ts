/** Named cases: one edit or a few, and where the anchors are afterwards. */
import { describe, expect, test } from "vitest";
import { diffText } from "../realtime/diff.ts";
import { applySplices, type Splice } from "../realtime/splices.ts";
import { AnchorSet } from "./anchor-set.ts";
import { anchorAt, MAX_QUOTE, type Anchor } from "./anchor.ts";
import type { Range } from "./blanks.ts";

const TEXT = `# Plan

The quick brown fox jumps over the lazy dog.

It then sleeps until noon, and the dog barks.

- [ ] call the dog
- [ ] feed the fox

| name | age |
| ---- | --- |
| Rex  | 7   |
`;

/** A page with one anchor. */
class Page {
  text: string;
  readonly set: AnchorSet;
  readonly anchor: Anchor;
  at = 0;

  constructor(text: string, range: Range, isInsertion = false) {
    const made = anchorAt(text, "a", range, { isInsertion });
    if (!made.ok) throw new Error(made.error.code);
    this.text = text;
    this.anchor = made.anchor;
    this.set = new AnchorSet([made.anchor]);
  }

  static on(quote: string, text = TEXT, nth = 0): Page {
    let from = -1;
    for (let i = 0; i <= nth; i++) from = text.indexOf(quote, from + 1);
    return new Page(text, { from, to: from + quote.length });
  }

  static before(words: string, text = TEXT): Page {
    const from = text.indexOf(words);
    return new Page(text, { from, to: from }, true);
  }

  splice(...splices: Splice[]): Anchor[] {
    const before = this.text;
    this.text = applySplices(before, splices);
    return this.set.move({ before, after: this.text, splices, at: (this.at += 5_000) });
  }

  edit(after: string): Anchor[] {
    return this.splice(...diffText(this.text, after));
  }

  cut(words: string): string {
    this.splice({ at: this.text.indexOf(words), remove: words.length, insert: "" });
    return words;
  }

  insert(at: number, insert: string): void {
    this.splice({ at, remove: 0, insert });
  }

  insertBefore(words: string, insert: string): void {
    this.insert(this.text.indexOf(words), insert);
  }

  replace(words: string, by: string): void {
    this.edit(this.text.replace(words, by));
  }

  /** State, words, and the three units on each side. */
  get place(): string {
    const { from, to, state } = this.anchor;
    const [left, words, right] = [
      this.text.slice(from - 3, from),
      this.text.slice(from, to),
      this.text.slice(to, to + 3),
    ];
    return `${state}: ${left}[${words}]${right}`;
  }
}

const QUOTE = "brown fox";
const LINE = "The quick brown fox jumps over the lazy dog.\n\n";

const CASES: Readonly<Record<string, readonly [page: () => Page, edit: (page: Page) => void, place: string]>> = {
  "text inserted before the words moves them": [
    () => Page.on(QUOTE),
    (page) => page.insert(0, "New line.\n\n"),
    "anchored: ck [brown fox] ju",
  ],
  "text typed at either end does not belong to the words": [
    () => Page.on(QUOTE),
    (page) => {
      page.insertBefore(QUOTE, "big ");
      page.insertBefore(" jumps", "es");
    },
    "anchored: ig [brown fox]es ",
  ],
  "text typed inside changes them": [
    () => Page.on(QUOTE),
    (page) => page.insertBefore("fox", "old "),
    "changed: ck [brown old fox] ju",
  ],
  "words that are typed back make it the quote again": [
    () => Page.on(QUOTE),
    (page) => {
      page.replace("fox jumps", "f jumps");
      page.replace("f jumps", "fox jumps");
    },
    "anchored: ck [brown fox] ju",
  ],
  "deleted words leave the anchor at their gap": [
    () => Page.on(QUOTE),
    (page) => page.cut("brown fox "),
    "detached: ck []jum",
  ],
  "an undo by anybody brings them back": [
    () => Page.on(QUOTE),
    (page) => {
      page.cut("quick brown fox ");
      page.insert(0, "Something new.\n");
      page.insertBefore("jumps", "quick brown fox ");
    },
    "anchored: ck [brown fox] ju",
  ],
  "words typed back letter by letter are the same words": [
    () => Page.on(QUOTE),
    (page) => {
      page.cut("brown fox ");
      "brown fox ".split("").forEach((letter, i) => page.insert(page.text.indexOf("quick ") + 6 + i, letter));
    },
    "anchored: ck [brown fox] ju",
  ],
  "a deletion that joins the halves of the words brings them back": [
    () => Page.on(QUOTE),
    (page) => {
      page.cut("brown fox");
      page.insertBefore(" jumps", "brown XX fox");
      page.cut("XX ");
    },
    "anchored: ck [brown fox] ju",
  ],
  "a body that moves the paragraph takes them along": [
    () => Page.on(QUOTE),
    (page) => page.edit(TEXT.replace(LINE, "").replace("- [ ] call", `${LINE}- [ ] call`)),
    "anchored: ck [brown fox] ju",
  ],
  "cut and paste in two edits takes them along": [
    () => Page.on(QUOTE),
    (page) => {
      const words = page.cut(LINE);
      page.insert(page.text.length, words);
    },
    "anchored: ck [brown fox] ju",
  ],
  "also with an edit in between": [
    () => Page.on("fox"),
    (page) => {
      const words = page.cut(LINE);
      page.insert(0, "Between.\n");
      page.insert(page.text.length, words);
    },
    "anchored: wn [fox] ju",
  ],
  "a paragraph that is copied, and whose original is then removed, takes them along": [
    () => Page.on(QUOTE),
    (page) => {
      page.insert(page.text.length, LINE);
      page.cut(LINE);
    },
    "anchored: ck [brown fox] ju",
  ],
  "a copy of the words changes nothing": [
    () => Page.on(QUOTE),
    (page) => page.insert(0, "The brown fox.\n"),
    "anchored: ck [brown fox] ju",
  ],
  "when the words are deleted, a copy of an hour ago is a twin": [
    () => Page.on(QUOTE),
    (page) => {
      page.insert(0, "The brown fox.\n");
      page.at += 3_600_000;
      page.cut("quick brown fox ");
    },
    "detached: he []jum",
  ],
  "the cut of a twin and its paste do not attract them": [
    () => Page.on("the dog"),
    (page) => {
      page.cut("the dog barks");
      const twin = page.cut("- [ ] call the dog\n");
      page.insert(0, twin);
    },
    "detached: nd [].\n\n",
  ],
  "a twin that stood before does not attract them": [
    () => Page.on("dog", TEXT, 1),
    (page) => page.splice({ at: page.anchor.from, remove: 3, insert: "" }),
    "detached: he [] ba",
  ],
  "a new twin before them does not attract them": [
    () => Page.on("the dog"),
    (page) => page.insertBefore("It then", "See the dog.\n\n"),
    "anchored: nd [the dog] ba",
  ],
  "a rewritten line keeps what is left of them": [
    () => Page.on("quick brown fox jumps"),
    (page) => page.edit(TEXT.replace("quick brown fox jumps", "quick red fox leaps")),
    "changed: he [quick red fox leaps] ov",
  ],
  "a reworded word is the same place": [
    () => Page.on("fox"),
    (page) => page.replace("fox jumps", "cat jumps"),
    "changed: wn [cat] ju",
  ],
  "another case of the letters is the same place": [
    () => Page.on("quick brown fox"),
    (page) => page.replace("quick brown fox", "QUICK BROWN FOX"),
    "changed: he [QUICK BROWN FOX] ju",
  ],
  "words that are moved and reworded in one edit": [
    () => Page.on("then sleeps until noon"),
    (page) =>
      page.splice(
        { at: 0, remove: 0, insert: "It then sleeps until one, and more.\n" },
        { at: TEXT.indexOf("It then"), remove: 45, insert: "" },
      ),
    "changed: It [then sleeps until one], a",
  ],
  "reflowed lines have the same words": [
    () => Page.on("brown fox jumps over"),
    (page) => page.replace("fox jumps", "fox\njumps"),
    "anchored: ck [brown fox\njumps over] th",
  ],
  "a ticked task": [
    () => Page.on("call the dog"),
    (page) => page.replace("[ ] call", "[x] call"),
    "anchored: x] [call the dog]\n- ",
  ],
  "a moved task": [
    () => Page.on("feed the fox"),
    (page) =>
      page.edit(TEXT.replace("- [ ] call the dog\n- [ ] feed the fox\n", "- [ ] feed the fox\n- [ ] call the dog\n")),
    "anchored:  ] [feed the fox]\n- ",
  ],
  "a table cell whose row moves": [
    () => Page.on("Rex"),
    (page) => page.edit(TEXT.replace("| Rex  | 7   |\n", "| Ada  | 9   |\n| Rex  | 7   |\n")),
    "anchored: \n| [Rex]  |",
  ],
  "an emptied page": [() => Page.on(QUOTE), (page) => page.edit(""), "detached: []"],
  "an emptied page that is filled again": [
    () => Page.on(QUOTE),
    (page) => {
      page.edit("");
      page.edit(TEXT);
    },
    "anchored: ck [brown fox] ju",
  ],
  "all replaced by something else": [
    () => Page.on(QUOTE),
    (page) => page.edit("nothing of it\n".repeat(20)),
    "detached:  it[]\n",
  ],
  "a version that is restored after everything was reworded": [
    () => Page.on("sleeps until noon"),
    (page) => {
      page.edit(TEXT.replaceAll(/\w+/g, "word"));
      page.edit(TEXT);
    },
    "anchored: en [sleeps until noon], a",
  ],
  "words without spaces": [
    () => Page.on("東京都", "日本の首都は東京都です。\n\n大阪は西にあります。\n"),
    (page) => {
      const words = page.cut("日本の首都は東京都です。\n\n");
      page.insert(page.text.length, words);
    },
    "anchored: 首都は[東京都]です。",
  ],
  "emoji and their neighbours": [
    () => Page.on("🙂🎉", "Well done 🙂🎉 everybody, see you soon.\n"),
    (page) => page.replace("🙂🎉 everybody", "🙂🎉🎉 everybody"),
    "anchored: ne [🙂🎉]🎉 ",
  ],
  "a quote of 1,000 characters": [
    () =>
      Page.on(
        "word ".repeat(200).trim().padEnd(MAX_QUOTE, "!"),
        `Start\n${"word ".repeat(200).trim().padEnd(MAX_QUOTE, "!")}\nEnd\n`,
      ),
    (page) => page.replace("Start\n", "Start\nand more\n"),
    `anchored: re\n[${"word ".repeat(200).trim().padEnd(MAX_QUOTE, "!")}]\nEn`,
  ],
  "an insertion stays between its neighbours": [
    () => Page.before(" jumps"),
    (page) => page.replace("The quick", "A very quick"),
    "anchored: fox[] ju",
  ],
  "an insertion stays if one side is rewritten": [
    () => Page.before(" jumps"),
    (page) => page.replace(" jumps over the lazy dog.", " ran."),
    "anchored: fox[] ra",
  ],
  "an insertion is behind what is typed at its place": [
    () => Page.before(" jumps"),
    (page) => page.insertBefore(" jumps", ", old,"),
    "anchored: ld,[] ju",
  ],
  "an insertion is detached if the text around it is gone": [
    () => Page.before(" jumps"),
    (page) => page.cut(LINE),
    "detached: n\n\n[]It ",
  ],
  "an insertion comes back with the text around it": [
    () => Page.before(" jumps"),
    (page) => {
      page.cut(LINE);
      page.insert(0, "New.\n");
      page.insertBefore("It then", LINE);
    },
    "anchored: fox[] ju",
  ],
  "an insertion moves with its paragraph": [
    () => Page.before(" jumps"),
    (page) => {
      const words = page.cut(LINE);
      page.insert(page.text.length, words);
    },
    "anchored: fox[] ju",
  ],
  "an insertion in an empty page": [
    () => new Page("", { from: 0, to: 0 }, true),
    (page) => page.edit(""),
    "anchored: []",
  ],
};

test.each(Object.entries(CASES))("%s", (_, [make, edit, place]) => {
  const page = make();
  edit(page);
  expect(page.place).toBe(place);
});

describe("what is returned", () => {
  test("nothing if only positions change", () => {
    const page = Page.on(QUOTE);
    expect(page.splice({ at: 0, remove: 0, insert: "New.\n" })).toEqual([]);
  });

  test("anchors whose state or words change", () => {
    const page = Page.on(QUOTE);
    page.replace("brown fox", "brown old fox");
    expect(page.anchor).toMatchObject({ state: "changed", now: "brown old fox", quote: QUOTE });
    expect(page.edit(page.text.replace("old", "young"))).toEqual([page.anchor]);
    expect(page.anchor.now).toBe("brown young fox");
  });

  test("a detached anchor remembers what it needs to come back, as JSON", () => {
    const page = Page.on(QUOTE);
    expect(page.splice({ at: TEXT.indexOf(QUOTE), remove: QUOTE.length, insert: "" })).toEqual([page.anchor]);
    const stored = JSON.parse(JSON.stringify(page.anchor)) as Anchor;
    expect(stored.lost).toMatchObject({
      words: null,
      rival: null,
      piece: { length: QUOTE.length, offset: 0, at: 5_000 },
    });
    const set = new AnchorSet([stored]);
    const splices = [{ at: TEXT.indexOf(QUOTE), remove: 0, insert: QUOTE }];
    expect(set.move({ before: page.text, after: TEXT, splices, at: 9e9 })).toEqual([stored]);
    expect(stored).toMatchObject({ state: "anchored", from: TEXT.indexOf(QUOTE), lost: null });
  });
});

describe("restoring a version", () => {
  test("a place in that version where the quote stood is taken without a search", () => {
    const twins = "one the\ntwo the\nthree the\n";
    const page = Page.on("the", twins, 1);
    page.cut("two the\n");
    const [before, after] = [page.text, twins];
    const splices = diffText(before, after);
    const home = { from: 12, to: 15 };
    page.set.move({ before, after, splices, at: 1e9, homes: () => [{ from: 0, to: 3 }, home] });
    expect(page.anchor).toMatchObject({ state: "anchored", ...home });
  });
});

describe("in steps", () => {
  const lines = Array.from({ length: 60 }, (_, i) => `line ${i} of the page has words ${i * 7}`);
  const text = lines.join("\n");
  const other = lines
    .toReversed()
    .map((line, i) => (i % 3 === 0 ? line.replace("page", "text") : line))
    .join("\n");
  const edit = { before: text, after: other, splices: diffText(text, other), at: 0 };
  const makeAnchors = () =>
    lines.map((line, i) => {
      const from = text.indexOf(line);
      const made = anchorAt(text, String(i), { from, to: from + line.length });
      if (!made.ok) throw new Error(made.error.code);
      return made.anchor;
    });

  test("gives what one call gives", () => {
    const [whole, stepped] = [new AnchorSet(makeAnchors()), new AnchorSet(makeAnchors())];
    const returned = new Set(whole.move(edit).map(({ id }) => id));
    const verification = stepped.begin(edit);
    const ids = new Set<string>();
    let steps = 0;
    for (; !verification.isDone; steps++) for (const { id } of verification.step(5)) ids.add(id);
    expect(steps).toBeGreaterThan(10);
    expect([...stepped]).toEqual([...whole]);
    expect(ids).toEqual(returned);
  });

  test("positions are right at once, and the next edit finishes the verification", () => {
    const set = new AnchorSet(makeAnchors());
    const verification = set.begin(edit);
    expect(Math.max(...[...set].map(({ to }) => to))).toBeLessThanOrEqual(other.length);
    verification.step(3);
    set.delete("7");
    const last = { before: other, after: `${other}!`, splices: [{ at: other.length, remove: 0, insert: "!" }], at: 1 };
    const changed = set.move(last);
    expect(verification.isDone).toBe(true);
    expect(changed.length).toBeGreaterThan(10);
    expect(changed.map(({ id }) => id)).not.toContain("7");
    const one = new AnchorSet(makeAnchors());
    one.move(edit);
    one.delete("7");
    one.move(last);
    expect([...set]).toEqual([...one]);
  });
});
