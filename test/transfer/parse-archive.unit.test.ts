import fc from "fast-check";
import { expect, test } from "vitest";
import { CENTRAL, LOCAL, patch, repeatEntry, replaceBytes, zip } from "./archives.ts";
import { AppError } from "../../src/kernel/errors.ts";
import { ZipWriter } from "../../src/formats/zip/writer.ts";
import { parseArchive } from "../../src/features/transfer/parse-archive.ts";
import type { ParsedArchive } from "../../src/features/transfer/parsed-archive.ts";
import { nightly } from "../support/nightly.ts";

const files = ({ files: found }: ParsedArchive): Record<string, string> => Object.fromEntries(found);
const reasons = ({ skipped }: ParsedArchive): Record<string, string> =>
  Object.fromEntries(skipped.map(({ path, reason }) => [path, reason]));

/** The code of the thrown error, or "none". */
function refusal(archive: Uint8Array): string {
  try {
    parseArchive(archive);
    return "none";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

test("reads back the text of written entries", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 2_000 })), (texts) => {
      const writer = new ZipWriter();
      for (const [i, text] of texts.entries()) writer.add(`Ü${i}.md`, text);
      writer.end();
      const read = parseArchive(writer.take() ?? new Uint8Array());
      const clean = texts.map((text) => text.replace(/\r\n?/g, "\n").replace(/^\ufeff/, ""));
      expect(Object.values(files(read))).toEqual(clean.filter((text) => !text.includes("\0")));
    }),
  );
});

test("writes identical bytes for identical files", () => {
  const write = (): Uint8Array | null => {
    const writer = new ZipWriter();
    writer.add("a.md", "text ".repeat(100));
    writer.add("b/", "");
    writer.end();
    return writer.take();
  };
  expect(write()).toEqual(write());
});

test.each<[string, () => Uint8Array, string]>([
  ["leaves the archive's folder", () => zip({ "ok.md": "x", "../evil.md": "x" }), "../evil.md"],
  ["has an absolute path", () => zip({ "ok.md": "x", "/etc/evil.md": "x" }), "/etc/evil.md"],
  ["has a Windows drive letter", () => zip({ "ok.md": "x", "C:\\evil.md": "x" }), "C:\\evil.md"],
  [
    "is a symbolic link",
    () => zip({ "ok.md": "x", "evil.md": ["/etc/passwd", { os: 3, attrs: 0o120777 << 16 }] }),
    "evil.md",
  ],
  [
    "is encrypted",
    () =>
      patch(zip({ "ok.md": "x", "evil.md": "x" }), CENTRAL, "evil.md", (view, at) => view.setUint16(at + 8, 1, true)),
    "evil.md",
  ],
  [
    "uses an unknown compression method",
    () =>
      patch(zip({ "ok.md": "x", "evil.md": "x" }), CENTRAL, "evil.md", (view, at) => view.setUint16(at + 10, 12, true)),
    "evil.md",
  ],
  [
    "has a wrong checksum",
    () =>
      patch(zip({ "ok.md": "x", "evil.md": "x" }), CENTRAL, "evil.md", (view, at) => view.setUint32(at + 16, 1, true)),
    "evil.md",
  ],
  [
    "declares a wrong size",
    () =>
      patch(zip({ "ok.md": "x", "evil.md": "x".repeat(5_000) }), CENTRAL, "evil.md", (view, at) =>
        view.setUint32(at + 24, 5, true),
      ),
    "evil.md",
  ],
  [
    "points beyond the end of the archive",
    () =>
      patch(zip({ "ok.md": "x", "evil.md": "x" }), CENTRAL, "evil.md", (view, at) =>
        view.setUint32(at + 42, 0xfffffff0, true),
      ),
    "evil.md",
  ],
  [
    "declares a length beyond the archive",
    () =>
      patch(zip({ "ok.md": "x", "evil.md": "x" }), CENTRAL, "evil.md", (view, at) =>
        view.setUint32(at + 20, 0x7fffffff, true),
      ),
    "evil.md",
  ],
  [
    "has no local header",
    () => patch(zip({ "ok.md": "x", "evil.md": "x" }), LOCAL, "evil.md", (view, at) => view.setUint32(at, 0, true)),
    "evil.md",
  ],
  ["is an empty image", () => zip({ "ok.md": "x", "evil.png": "" }), "evil.png"],
  ["is hidden", () => zip({ "ok.md": "x", ".git/config": "x" }), ".git/config"],
  ["is an invalid archive", () => zip({ "ok.md": "x", "evil.zip": "x" }), "evil.zip"],
])("skips an entry that %s with a reason, and keeps the others", (_, make, path) => {
  const read = parseArchive(make());
  expect([files(read), Object.keys(reasons(read))]).toEqual([{ "ok.md": "x" }, [path]]);
});

test.each<[string, string, string | Uint8Array]>([
  ["is too long for a page", "a.md", "x".repeat(1_000_001)],
  ["is far too long for a page", "a.csv", "x".repeat(2_000_000)],
  ["has an unknown encoding", "a.txt", new Uint8Array([0xff, 0x00, 0x80])],
  ["contains a NUL", "a.md", "a\0b"],
  ["is an image", "a.PNG", "x"],
  ["is a drawing", "a.svg", "<svg/>"],
  ["has an unknown type", "a.bin", "x"],
])("keeps an entry that %s as a file", (_, path, content) => {
  const read = parseArchive(zip({ "ok.md": "x", [`dir/${path}`]: content }));
  expect([files(read), read.skipped]).toEqual([{ "ok.md": "x" }, []]);
  const [[at, original] = []] = read.originals;
  expect([at, original?.filename, original?.size]).toEqual([`dir/${path}`, path, content.length]);
  expect(Buffer.from(original?.read() ?? "").equals(Buffer.from(content))).toBe(true);
});

nightly("keeps files of nested archives while they fit in memory", () => {
  const inner = zip({ "a.bin": [new Uint8Array(20_000_000), { level: 0 }], "b.md": "x" });
  const read = parseArchive(
    zip({ "1.zip": [inner, { level: 1 }], "2.zip": [inner, { level: 1 }], "3.zip": [inner, { level: 0 }] }),
  );
  expect(Object.keys(files(read))).toEqual(["1/b.md", "2/b.md", "3/b.md"]);
  expect([[...read.originals.keys()], Object.keys(reasons(read))]).toEqual([["1/a.bin", "3/a.bin"], ["2/a.bin"]]);
});

test("skips a name with invalid UTF-8, and decodes one without the UTF-8 flag as code page 437", () => {
  const archive = zip({ "ok.md": "x", "é.md": "y" });
  expect(Object.values(reasons(parseArchive(replaceBytes(archive, [0xc3, 0xa9], [0xc3, 0x28]))))).toEqual([
    "Its name is not valid UTF-8.",
  ]);
  const old = replaceBytes(zip({ "zz.md": "y" }), [0x7a, 0x7a], [0x81, 0x94]);
  expect(files(parseArchive(old))).toEqual({ "üö.md": "y" });
});

test.each([
  ["no bytes", new Uint8Array()],
  ["text", new TextEncoder().encode("PK, but not really")],
  ["an archive without its end record", zip({ "a.md": "x" }).slice(0, -10)],
  ["a directory at a wrong position", replaceBytes(zip({ "a.md": "x" }), [0x50, 0x4b, 1, 2], [0, 0, 0, 0])],
])("rejects %s as an archive", (_, bytes) => expect(refusal(bytes)).toBe("invalid_content"));

const many = (n: number, text: string, prefix = ""): Record<string, string> =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`${prefix}${i}.md`, text]));

/** `count` files of zeros named as archives, so that they get opened, plus a file of `beside` bytes. */
const zeros = (count: number, beside: number): Uint8Array =>
  zip({
    ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.zip`, new Uint8Array(31_000_000)])),
    "beside.bin": [new Uint8Array(beside), { level: 0 }],
  });

test.each<[string, () => Uint8Array]>([
  ["more than 5,000 entries", () => zip(many(5_001, "x"))],
  ["more than 2,000 pages", () => zip(many(2_001, "x"))],
  ["more than 16 MB of text", () => zip(many(17, "x y ".repeat(249_000)), { level: 1 })],
  [
    "more than 5,000 entries in nested archives",
    () => zip({ "a.zip": zip(many(2_600, "", "a")), "b.zip": zip(many(2_600, "", "b")) }),
  ],
  ["entries that unpack to more than 100 times the archive", () => zeros(1, 0)],
])("rejects %s", (_, make) => expect(refusal(make())).toBe("payload_too_large"));

nightly("rejects entries that unpack to more than 200 MB in total", () =>
  expect(refusal(zeros(7, 2_500_000))).toBe("payload_too_large"),
);

/** The first entry's data extends over the second's header and data, as in Fifield's zip bomb. */
function quoting(): Uint8Array {
  const archive = zip({
    "1.md": ["a".repeat(100), { level: 0 }],
    "2.md": ["b".repeat(100), { level: 0 }],
    "3.md": "x",
  });
  return patch(archive, CENTRAL, "1.md", (view, at) => {
    for (const field of [at + 20, at + 24]) view.setUint32(field, 100 + 34 + 100, true);
  });
}

const intoDirectory = (): Uint8Array =>
  patch(zip({ "1.md": ["a".repeat(100), { level: 0 }] }), CENTRAL, "1.md", (view, at) =>
    view.setUint32(at + 20, 101, true),
  );

test.each<[string, () => Uint8Array]>([
  ["two entries that share compressed data", () => repeatEntry(zip({ "000.md": "x".repeat(500) }), "000.md", 2)],
  ["many entries that share stored data", () => repeatEntry(zip({ "000.bin": ["x", { level: 0 }] }), "000.bin", 900)],
  ["an entry whose data contains another entry", quoting],
  ["an entry that overlaps the directory", intoDirectory],
  ["overlapping entries in a nested archive", () => zip({ "in.zip": [quoting(), { level: 0 }], "ok.md": "x" })],
])("rejects an archive with %s", (_, make) => expect(refusal(make())).toBe("invalid_content"));

test("reports an entry that unpacks to more than its declared size as damaged", () => {
  const archive = zip({ ...many(3, "\0".repeat(1_000_000)), "ok.md": "x" });
  const lying = [0, 1, 2].reduce(
    (bytes, i) => patch(bytes, CENTRAL, `${i}.md`, (view, at) => view.setUint32(at + 24, 10, true)),
    archive,
  );
  const read = parseArchive(lying);
  expect([files(read), Object.values(reasons(read))]).toEqual([{ "ok.md": "x" }, Array(3).fill("It is damaged.")]);
});

nightly("counts stored entries towards the unpacking limit like compressed ones", () => {
  const inner = zip({
    "stored.bin": [new Uint8Array(60_000_000), { level: 0 }],
    ...Object.fromEntries([0, 1, 2].map((i) => [`${i}.bin`, new Uint8Array(31_000_000)])),
  });
  const { originals } = parseArchive(zip({ "in.zip": [inner, { level: 0 }], "ok.md": "x" }));
  const readAll = () => [...originals.values()].map(({ read }) => read().length);
  expect(readAll).toThrow("at most 200000000 bytes");
});

test("opens archives inside an archive, but no deeper", () => {
  const inner = zip({ "inner.md": "i", "deep.zip": zip({ "deep.md": "d" }) });
  const read = parseArchive(zip({ "dir/more.zip": inner, "ok.md": "x" }));
  expect(files(read)).toEqual({ "dir/more/inner.md": "i", "ok.md": "x" });
  expect(reasons(read)).toEqual({ "dir/more/deep.zip": "Nested archives are opened up to 2 levels deep." });
});

test("merges the parts of a split export, and unwraps a single nested archive", () => {
  const read = parseArchive(
    zip({ "Export-Part-1.zip": zip({ "a.md": "1" }), "Export-Part-2.zip": zip({ "b.md": "2" }) }),
  );
  expect(files(read)).toEqual({ "a.md": "1", "b.md": "2" });
  expect(files(parseArchive(zip({ "all.zip": zip({ "a.md": "1" }) })))).toEqual({ "a.md": "1" });
});

test("removes byte order marks and carriage returns, and decodes UTF-16", () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x68, 0, 0x69, 0]);
  const read = parseArchive(zip({ "a.md": "\ufeffone\r\ntwo\rthree", "b.md": utf16 }));
  expect(files(read)).toEqual({ "a.md": "one\ntwo\nthree", "b.md": "hi" });
});

test("reads the manifest from the top or the only folder, and ignores an invalid one", () => {
  const manifest = '{"format":"octavo","version":1,"pages":[{"path":"a.bin","type":"CODE","title":"a","parent":null}]}';
  const top = parseArchive(zip({ "a.bin": "x", "octavo.json": manifest }));
  expect([files(top), top.manifest?.pages.length]).toEqual([{ "a.bin": "x" }, 1]);
  const wrapped = parseArchive(zip({ "all/a.bin": "x", "all/octavo.json": manifest, "__MACOSX/all/._a.bin": "y" }));
  expect([files(wrapped), wrapped.manifest?.pages.length, wrapped.skipped]).toEqual([{ "a.bin": "x" }, 1, []]);
  for (const bad of ["{", "[]", '{"format":"octavo","version":2,"pages":[]}', manifest.replace("null", "0"), "\0"]) {
    const read = parseArchive(zip({ "a.md": "x", "octavo.json": bad }));
    expect([files(read), read.manifest, Object.keys(reasons(read))]).toEqual([{ "a.md": "x" }, null, ["octavo.json"]]);
  }
});

test("ignores a manifest with any invalid or too many pages", () => {
  const page = (more: object) => JSON.stringify({ path: "a.md", type: "DOCUMENT", title: "a", parent: null, ...more });
  const of = (pages: string) => `{"format":"octavo","version":1,"pages":[${pages}]}`;
  const isRead = (json: string): boolean => parseArchive(zip({ "a.md": "x", "octavo.json": json })).manifest !== null;
  expect(isRead(of(`${page({})},${page({ parent: 0 })}`))).toBe(true);
  for (const json of [
    of(`${page({})},${page({ parent: 1 })}`),
    of(`${"{},".repeat(19_999)}{}`),
    of(`${"{},".repeat(20_000)}{}`),
    of(page({ attachments: Array.from({ length: 8_000 }, () => ({})) })),
    of(page({ attachments: Array(1_000_000).fill(0) })),
    "[".repeat(1_000_000),
    of(`${page({})}${" ".repeat(16_000_000)}`),
  ])
    expect(isRead(json)).toBe(false);
});

test("reads or rejects an archive with any changed bytes, without other errors", () => {
  const archive = zip({
    "a.md": "text ".repeat(50),
    "dir/b.csv": "1,2",
    "octavo.json": "{}",
    "in.zip": zip({ "c.md": "x" }),
  });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      (changes) => {
        const bytes = archive.slice();
        for (const [at, byte] of changes) bytes[at] = byte;
        expect(["none", "invalid_content", "payload_too_large"]).toContain(refusal(bytes));
      },
    ),
    { numRuns: 5_000 },
  );
});
