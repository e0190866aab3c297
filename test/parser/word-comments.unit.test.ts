/** Comments of Word documents, and the words that they are about in the extracted text. */
import { expect, test } from "vitest";
import { MAX_COMMENT, MAX_COMMENTS, MAX_QUOTE, MAX_THREADS } from "../../src/kernel/comment.ts";
import { MAX_FOUND_LENGTH } from "../../src/formats/transfer/found-threads.ts";
import { extractText } from "../../queues/parser/text/extract.ts";
import { docx, relations, wordPart } from "./sample-documents.ts";

const W14 = `xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"`;

type Sample = { id: string; text?: string; author?: string; date?: string; paragraph?: string };

const comment = ({ id, text = `Comment ${id}`, author = "Ann", date, paragraph = `P${id}` }: Sample): string =>
  `<w:comment w:id="${id}" w:author="${author}"${date === undefined ? "" : ` w:date="${date}"`}>` +
  `<w:p ${W14} w14:paraId="${paragraph}"><w:r><w:annotationRef/></w:r><w:r><w:t>${text}</w:t></w:r></w:p></w:comment>`;

type Reply = { id: string; of?: string; done?: string };

const extended = (replies: readonly Reply[]): string =>
  `<w15:commentsEx xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml">${replies
    .map(
      ({ id, of, done = "0" }) =>
        `<w15:commentEx w15:paraId="P${id}"${of === undefined ? "" : ` w15:paraIdParent="P${of}"`} w15:done="${done}"/>`,
    )
    .join("")}</w15:commentsEx>`;

function commented(body: string, comments: string, replies: readonly Reply[] | string = []): Uint8Array {
  return docx(body, {
    "word/_rels/document.xml.rels": relations([
      ["c", "comments", "comments.xml"],
      ["e", "commentsExtended", "commentsExtended.xml"],
      ["l", "hyperlink", "https://example.org/", true],
    ]),
    "word/comments.xml": wordPart("comments", comments),
    "word/commentsExtended.xml": typeof replies === "string" ? replies : extended(replies),
  });
}

const from = (id: string): string => `<w:commentRangeStart w:id="${id}"/>`;
const to = (id: string): string => `<w:commentRangeEnd w:id="${id}"/>`;
const reference = (id: string): string => `<w:r><w:commentReference w:id="${id}"/></w:r>`;
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (...inner: readonly string[]): string => `<w:p>${inner.join("")}</w:p>`;
const comments = (...ids: readonly string[]): string => ids.map((id) => comment({ id })).join("");

async function read(bytes: Uint8Array, budget?: number) {
  const extracted = await extractText(bytes, "", "a.docx", budget);
  if (extracted.kind !== "text") throw new Error("The document has no text.");
  const { text, threads = [], metadata } = extracted;
  return { text, threads, changes: metadata.changes ?? {} };
}

/** The words of each thread; null for one about the page. */
async function words(bytes: Uint8Array): Promise<(string | null)[]> {
  const { text, threads } = await read(bytes);
  return threads.map(({ place }) => (place === null ? null : text.slice(place.from, place.to)));
}

test("reads a comment with its author, time and words", async () => {
  const body = p(run("One "), from("0"), run("two"), to("0"), reference("0"), run(" three"));
  const { text, threads, changes } = await read(
    commented(body, comment({ id: "0", text: "Why?", author: "Ann B.", date: "2024-05-06T07:08:09Z" })),
  );
  expect(text).toBe("One two three");
  expect(threads).toEqual([
    {
      place: { from: 4, to: 7 },
      isResolved: false,
      comments: [{ author: "Ann B.", at: Date.UTC(2024, 4, 6, 7, 8, 9), content: "Why?" }],
    },
  ]);
  expect(changes).toEqual({});
});

test("reads a time without a zone as UTC, and an impossible one as none", async () => {
  const list = [
    comment({ id: "0", date: "2024-01-02T03:04:05" }),
    comment({ id: "1", date: "yesterday" }),
    comments("2"),
  ];
  const { threads } = await read(commented(p(run("x")), list.join("")));
  expect(threads.map((thread) => thread.comments[0]?.at)).toEqual([Date.UTC(2024, 0, 2, 3, 4, 5), null, null]);
});

test("keeps nested, overlapping and equal ranges apart", async () => {
  const body = p(
    from("0"),
    run("a "),
    from("1"),
    run("b "),
    from("2"),
    from("3"),
    run("c"),
    to("2"),
    to("3"),
    to("0"),
    run(" d"),
    to("1"),
  );
  expect(await words(commented(body, comments("0", "1", "2", "3")))).toEqual(["a b c", "b c d", "c", "c"]);
});

test("counts UTF-16 code units", async () => {
  const body = p(run("👩‍💻é "), from("0"), run("日本語"), to("0"));
  expect(await words(commented(body, comments("0")))).toEqual(["日本語"]);
});

test("follows a range across paragraphs, list items and headings", async () => {
  const heading = `<w:pPr><w:outlineLvl w:val="0"/></w:pPr>`;
  const item = `<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr></w:pPr>`;
  const body =
    p(heading, run("Title"), from("0")) +
    p(run("First "), from("1"), run("words")) +
    p(item, run("item"), to("0")) +
    p(item, to("1"), from("2"), run("other")) +
    p(to("2")) +
    p(run("end"));
  const bytes = commented(body, comments("0", "1", "2"));
  expect((await read(bytes)).text).toBe("# Title\n\nFirst words\n\n- item\n- other\n\nend");
  expect(await words(bytes)).toEqual(["First words\n\n- item", "words\n\n- item", "other"]);
});

const table = (cells: readonly (readonly string[])[]): string =>
  `<w:tbl>${cells.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${cell}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`;

test("follows a range in and across table cells", async () => {
  const body =
    from("1") +
    table([
      [p(run("a")), p(run("b"))],
      [p(from("0"), run("c|d"), to("0")), p(run("e")) + to("1")],
    ]);
  const bytes = commented(body, comments("0", "1"));
  expect((await read(bytes)).text).toBe("| a | b |\n| --- | --- |\n| c\\|d | e |");
  expect(await words(bytes)).toEqual([String.raw`c\|d`, "a | b |\n| --- | --- |\n| c\\|d | e"]);
});

test("keeps ranges in tables that are a layout, and in text boxes", async () => {
  const box = `<w:r><w:pict><w:txbxContent>${p(run("in "), from("1"), run("box"), to("1"))}</w:txbxContent></w:pict></w:r>`;
  const body =
    table([[p(run("x "), from("0"), run("only"), to("0"))]]) + p(run("out "), box, from("2"), run("side"), to("2"));
  expect(await words(commented(body, comments("0", "1", "2")))).toEqual(["only", "box", "side"]);
});

test("includes the whole link in a comment on its label, and its part in one on a part", async () => {
  const link = (...inner: readonly string[]): string => `<w:hyperlink r:id="l">${inner.join("")}</w:hyperlink>`;
  const body = p(
    run("See "),
    link(from("0"), run("the "), from("1"), run("big"), to("1"), run(" site"), to("0")),
    run(" now"),
  );
  const bytes = commented(body, comments("0", "1"));
  expect((await read(bytes)).text).toBe("See [the big site](https://example.org/) now");
  expect(await words(bytes)).toEqual(["[the big site](https://example.org/)", "big"]);
});

test("includes a formula in which a range ends", async () => {
  const formula = (inner: string): string => `<m:oMath><m:r><m:t>x</m:t></m:r>${inner}</m:oMath>`;
  const body =
    p(run("So "), from("0"), run("it is "), formula(to("0")), run(" here")) +
    p(from("1"), `<m:oMathPara>${formula(to("1"))}</m:oMathPara>`);
  const bytes = commented(body, comments("0", "1"));
  expect((await read(bytes)).text).toBe("So it is $x$ here\n\n$$\nx\n$$");
  expect(await words(bytes)).toEqual(["it is $x$", "$$\nx\n$$"]);
});

test("gives a comment without words the word beside it", async () => {
  const body =
    p(run("before"), from("0"), to("0"), run(" after")) +
    p(run("mid"), reference("1"), run("dle")) +
    p(run("blank "), reference("2"), run(" blank")) +
    p(from("3"), to("3")) +
    p(run("last"));
  const bytes = commented(body, comments("0", "1", "2", "3"));
  expect(await words(bytes)).toEqual(["before", "middle", "blank", "last"]);
});

test("puts a comment on the page whose place is missing or not in the text", async () => {
  const hidden = `<w:del>${from("1")}<w:r><w:delText>gone</w:delText></w:r>${to("1")}</w:del>`;
  const bytes = commented(p(run("text"), hidden), comments("0", "1"));
  expect(await words(bytes)).toEqual([null, null]);
  expect(await words(commented(p(), comments("0")))).toEqual([null]);
});

test("does not change the text of a document by its comments", async () => {
  const body = (mark: (id: string) => string) =>
    p(mark("0"), run("  lead "), mark("1"), run(" double"), mark("2"), run("  "), mark("3")) +
    p(`<w:pPr><w:outlineLvl w:val="1"/></w:pPr>`, run("A "), mark("4"), run(" title "), mark("5")) +
    table([
      [p(run("a "), mark("6"), run(" b")), p(mark("7"))],
      [p(), p(run("\tc "), mark("8"))],
    ]);
  const all = comments("0", "1", "2", "3", "4", "5", "6", "7", "8");
  const plain = await read(docx(body(() => "")));
  for (const mark of [from, to, reference, (id: string) => from(id) + to(id)])
    expect((await read(commented(body(mark), all))).text).toBe(plain.text);
});

test("joins replies to their thread, and reads which threads are done", async () => {
  const list = comments("0", "1", "2", "3", "4");
  const replies = [
    { id: "0", done: "1" },
    { id: "2" },
    { id: "1", of: "0" },
    { id: "3", of: "2" },
    { id: "4", of: "3" },
  ];
  const { threads } = await read(commented(p(run("x")), list, replies));
  expect(threads.map(({ isResolved, comments: all }) => [isResolved, all.map(({ content }) => content)])).toEqual([
    [true, ["Comment 0", "Comment 1"]],
    [false, ["Comment 2", "Comment 3", "Comment 4"]],
  ]);
});

test("finds the thread of a comment with several paragraphs by its last one", async () => {
  const long = `<w:comment w:id="0" w:author="Ann"><w:p ${W14} w14:paraId="A">${run("one")}</w:p><w:p ${W14} w14:paraId="P0">${run("two")}</w:p></w:comment>`;
  const { threads } = await read(commented(p(run("x")), long + comments("1"), [{ id: "1", of: "0" }]));
  expect(threads.map((thread) => thread.comments.map(({ content }) => content))).toEqual([["one\ntwo", "Comment 1"]]);
});

test("counts comments whose part is missing as left out, and keeps the text", async () => {
  const body = p(from("0"), run("text"), to("0"), reference("0"));
  const lost = docx(body, { "word/_rels/document.xml.rels": relations([["c", "comments", "comments.xml"]]) });
  expect(await read(lost)).toEqual({ text: "text", threads: [], changes: { comments: 1 } });
});

test.each([
  ["cut off", `<w:comments xmlns:w="w">${comment({ id: "0" })}<w:comment w:id="1"><w:p>`],
  ["with a DTD after the first", `<w:comments xmlns:w="w">${comment({ id: "0" })}<!DOCTYPE x>`],
])("keeps the intact comments of a part that is %s, and the text", async (_, part) => {
  const body = p(from("0"), run("text"), to("0"));
  const parts = {
    "word/_rels/document.xml.rels": relations([["c", "comments", "comments.xml"]]),
    "word/comments.xml": part,
  };
  const { text, threads } = await read(docx(body, parts));
  expect(text).toBe("text");
  expect(threads).toMatchObject([{ place: { from: 0, to: 4 }, comments: [{ content: "Comment 0" }] }]);
});

test("begins a thread with each comment if the part about replies is damaged", async () => {
  const { threads } = await read(commented(p(run("x")), comments("0", "1"), "<w15:commentsEx"));
  expect(threads).toHaveLength(2);
});

test("counts comments that reply to each other in a circle as left out", async () => {
  const circle = [
    { id: "0", of: "1" },
    { id: "1", of: "0" },
  ];
  const { threads, changes } = await read(commented(p(run("x")), comments("0", "1", "2"), circle));
  expect(threads.map((thread) => thread.comments[0]?.content)).toEqual(["Comment 2"]);
  expect(changes).toEqual({ comments: 2 });
});

test("reads at most so many threads, replies and characters as a page can have", async () => {
  const ids = Array.from({ length: MAX_THREADS + 2 }, (_, i) => String(i));
  const many = await read(commented(p(run("a")), comments(...ids)));
  expect(many.threads).toHaveLength(MAX_THREADS);
  expect(many.changes).toEqual({ comments: 2 });

  const replies = Array.from({ length: MAX_COMMENTS + 5 }, (_, i) => ({ id: String(i), ...(i > 0 && { of: "0" }) }));
  const talk = await read(commented(p(run("a")), comments(...replies.map(({ id }) => id)), replies));
  expect(talk.threads.map((thread) => thread.comments.length)).toEqual([MAX_COMMENTS]);

  // Text that does not compress well, because a document may not unpack to 100 times its size.
  const long = Array.from({ length: MAX_COMMENT }, (_, i) => ((i * 2_654_435_761) % 2 ** 32).toString(36)).join(" ");
  const texts = ids.slice(0, 300).map((id) => comment({ id, text: long, author: long }));
  const wordy = await read(commented(p(run("a")), texts.join("")));
  const all = wordy.threads.flatMap((thread) => thread.comments);
  expect(Math.max(...all.map(({ content }) => content.length))).toBeLessThanOrEqual(MAX_COMMENT);
  expect(all.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(MAX_FOUND_LENGTH);
  expect(all.length).toBeGreaterThan(100);
});

test("shortens the words of a comment to the length of a quote, between characters", async () => {
  const body = p(run("x"), from("0"), run("y" + "👍".repeat(MAX_QUOTE)), to("0"));
  const [quote] = await words(commented(body, comments("0")));
  expect(quote).toBe("y" + "👍".repeat(MAX_QUOTE / 2 - 1));
});

test("places comments only in the part of a long text that is kept", async () => {
  const body = p(from("0"), run("first"), to("0")) + p(run("x".repeat(200)), from("1"), run("late"), to("1"));
  const { text, threads } = await read(commented(body, comments("0", "1")), 100);
  expect(text).toHaveLength(100);
  expect(threads.map(({ place }) => place)).toEqual([{ from: 0, to: 5 }, null]);
});

test("survives ten thousand marks in one place and text that looks like marks", async () => {
  const ids = Array.from({ length: MAX_THREADS }, (_, i) => String(i));
  const body =
    p(...ids.map(from)) +
    p(...ids.map(from), run("\ufdd0\ufde0\ufde0\ufde0\ufde0word"), ...ids.map(to)) +
    p(...ids.map(to));
  const quotes = await words(commented(body, comments(...ids)));
  expect(new Set(quotes)).toEqual(new Set(["word"]));
});
