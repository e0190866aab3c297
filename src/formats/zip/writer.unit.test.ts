import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { unzipSync } from "fflate";
import { END_64_LENGTH, readEnd, readEnd64, readRecord } from "./directory.ts";
import { readEntries } from "./reader.ts";
import { ZipWriter } from "./writer.ts";

const utf8 = new TextEncoder();

test("continues an archive across several writers", () => {
  const first = new ZipWriter();
  const entries = [first.add("a/", ""), first.add("a/é.md", "text ".repeat(100))];
  const second = new ZipWriter(first.at);
  const open = second.open("b.bin", true);
  open.push(utf8.encode("stream "));
  open.push(utf8.encode("ed"));
  entries.push(open.end());
  const third = new ZipWriter(second.at);
  for (const entry of entries) third.list(entry);
  third.endListed();
  const archive = Buffer.concat([first, second, third].map((writer) => writer.take() ?? Buffer.alloc(0)));
  const files = unzipSync(archive);
  expect(Object.keys(files)).toEqual(["a/", "a/é.md", "b.bin"]);
  expect(new TextDecoder().decode(files["a/é.md"])).toBe("text ".repeat(100));
  expect(new TextDecoder().decode(readEntries(archive)[2]?.open(100))).toBe("stream ed");
});

test("writes a Zip64 end record for more than 65,535 entries", () => {
  const writer = new ZipWriter();
  const count = 65_536;
  for (let i = 0; i < count; i++) writer.add(`${i}.md`, "");
  writer.end();
  const archive = writer.take() ?? new Uint8Array();
  const entries = readEntries(archive);
  expect([entries.length, entries.at(-1)?.name]).toEqual([count, `${count - 1}.md`]);
});

test("writes Zip64 offsets for entries and a directory beyond 4 GB", () => {
  const far = 5_000_000_000;
  const writer = new ZipWriter(far);
  const entry = writer.add("far.md", "x");
  writer.take();
  const start = writer.at;
  writer.list({ ...entry, offset: 0 });
  writer.list(entry);
  writer.endListed();
  const tail = Buffer.from(writer.take() ?? []);
  const near = readRecord(tail, 0);
  expect([near?.offset, readRecord(tail, near?.length ?? 0)?.offset]).toEqual([0, far]);
  const end = readEnd(tail);
  const at64 = (end?.at64 ?? 0) - start;
  expect(readEnd64(tail.subarray(at64, at64 + END_64_LENGTH))).toEqual({ count: 2, offset: start });
});
