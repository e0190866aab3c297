import fc from "fast-check";
import { expect, test } from "vitest";
import { attachment } from "../../http/disposition.ts";
import { cleanFilename } from "./rules.ts";
import { safeDownloadName } from "./download-name.ts";

test.each([
  ["p.html", "image/png", "p.html.png"],
  ["p.svg", "image/png", "p.svg.png"],
  ["p.exe", "image/gif", "p.exe.gif"],
  ["song.js", "audio/ogg; codecs=opus", "song.js.ogg"],
  ["IMG_1.JPG", "image/heic", "IMG_1.JPG.heic"],
  ["report.docx", "application/pdf", "report.docx.pdf"],
])("saves %s of type %s as %s", (name, type, saved) => expect(safeDownloadName(name, type)).toBe(saved));

test.each([
  ["photo.JPEG", "image/jpeg"],
  ["voice.opus", "audio/ogg; codecs=opus"],
  ["drawing.ai", "application/pdf"],
  ["photo.png.bak", "image/png"],
  ["no extension", "image/png"],
  ["a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["a.epub", "application/epub+zip"],
  ["a.jar", "application/zip"],
  ["a.ipynb", "text/plain"],
  ["a.md", "text/markdown"],
  ["a.ts", "text/plain"],
  ["a.csv", "text/csv"],
  ["a.svg", "image/svg+xml"],
  ["a.html", "text/html"],
  // A program named as a picture is not executed.
  ["a.png", "application/x-msdownload"],
  ["a.png", "constructor"],
])("keeps the name of %s of type %s", (name, type) => expect(safeDownloadName(name, type)).toBe(name));

test("appends an extension without making the name invalid, and is idempotent", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (stem) => {
      const name = cleanFilename(`${stem}.html`);
      const saved = safeDownloadName(name, "image/png");
      expect(saved.endsWith(".png")).toBe(true);
      expect(Array.from(saved).length).toBeLessThanOrEqual(200);
      expect([cleanFilename(saved), safeDownloadName(saved, "image/png")]).toEqual([saved, saved]);
      expect(attachment(saved)).toMatch(/^[\x20-\x7e]+$/);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? "1000") },
  );
});
