/** Small PDFs that would keep the parser busy for minutes or exhaust its memory. */
import { strToU8, zlibSync } from "fflate";
import { expect, test } from "vitest";
import { Unreadable } from "../../queues/parser/text/unreadable.ts";
import { readPdf } from "../../queues/parser/text/pdf.ts";
import { pdf, pdfOf, pdfStream } from "./sample-documents.ts";
import { TextOutput } from "../../queues/parser/text/text-out.ts";
import { isNight, nightly } from "../support/nightly.ts";

const FORM = "/Type /XObject /Subtype /Form /BBox [0 0 9 9]";
const say = (text: string) => `BT /F1 12 Tf 20 700 Td (${text}) Tj ET`;
const repeat = (unit: string, bytes: number) => pdfStream(strToU8(unit.repeat(bytes / unit.length)));

/** Reads a PDF as the parser does but without a time limit, so that only size limits apply, even on a busy machine. */
async function read(programs: readonly string[], further: readonly string[] = []) {
  const out = new TextOutput(1_000_000);
  const metadata = await readPdf(pdfOf(programs, "", further), out, Infinity);
  return { text: out.toString(), truncated: out.truncated, metadata };
}

test.each(isNight ? ["q Q ", "[]TJ ", "/0 Do "] : ["q Q "])(
  "skips PDF pages that repeat %swithout end and reads the other pages",
  async (unit) => {
    const endless = repeat(unit, 23_900_000);
    const found = await read([say("first"), endless, endless, say("last")]);
    expect(found).toMatchObject({ text: "first\n\nlast", truncated: true, metadata: { pageCount: 4 } });
  },
);

nightly("skips PDF pages that exceed the limit only in total", async () => {
  const long = repeat("q Q ", 5_000_000);
  const found = await read([say("first"), ...Array.from({ length: 5 }, () => long), say("last")]);
  expect(found).toMatchObject({ text: "first\n\nlast", truncated: true });
  expect(await read([say("first"), long, say("last")])).toMatchObject({ text: "first\n\nlast", truncated: false });
});

test("does not run a PDF program declared as an image", async () => {
  const hidden = pdfStream(strToU8(say("hidden")), "/Subtype /Image");
  expect(await read([say("seen"), hidden])).toMatchObject({ text: "seen" });
});

nightly("skips a form that unpacks beyond the memory limit, and ignores an image of that size", async () => {
  const spaces = new Uint8Array(24_100_000).fill(0x20);
  const page = `${say("seen")} /X0 Do`;
  expect(await read([page], [pdfStream(spaces, FORM)])).toMatchObject({ text: "seen", truncated: true });
  expect(await read([page], [pdfStream(spaces, FORM.replace("Form", "Image"))])).toMatchObject({
    text: "seen",
    truncated: false,
  });
});

test("rejects a PDF with doubly compressed content or an oversized object stream", async () => {
  const twice = pdfStream(zlibSync(new Uint8Array(100)), FORM, "[/FlateDecode /Fl]");
  await expect(read(["/X0 Do"], [twice])).rejects.toThrow(
    new Unreadable("The PDF compresses its contents more than once."),
  );
  const list = pdfStream(new Uint8Array(24_100_000), "/Type /ObjStm");
  await expect(read(["/X0 Do"], [list])).rejects.toThrow(
    new Unreadable("The PDF's list of parts is too large when unpacked."),
  );
});

test("keeps the pages that were read before the time limit", async () => {
  const out = new TextOutput(1_000);
  expect(await readPdf(pdf(["one", "two", "three"]), out, -1)).toEqual({ pageCount: 3 });
  expect([out.toString(), out.truncated]).toEqual(["one", true]);
  const last = new TextOutput(1_000);
  await readPdf(pdf(["all"]), last, -1);
  expect([last.toString(), last.truncated]).toEqual(["all", false]);
});

nightly("reads a PDF of 700 pages with a large drawing completely", async () => {
  const words = Array.from({ length: 30 }, (_, at) => `1 0 0 1 50 ${700 - at * 20} Tm [(Some words) -250 (of a)] TJ`);
  const page = pdfStream(strToU8(`q BT /F1 10 Tf ${words.join("\n")} ET Q`));
  const drawing = repeat("123.45 678.90 l\n", 16_000_000);
  const found = await read([...Array.from({ length: 699 }, () => page), drawing]);
  expect(found).toMatchObject({ truncated: false, metadata: { pageCount: 700 } });
});
