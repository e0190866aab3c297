/** What holds for the format of every page type. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { PAGE_TYPES } from "../kernel/page-type.ts";
import { CONTENT_LIMIT_BYTES, countLines } from "../realtime/text.ts";
import { FORMATS, formatOf } from "./formats.ts";

const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });

/** Text that looks like something to one type or another. */
const PIECES = [
  "\n",
  "\n",
  "\r\n",
  " ",
  "  ",
  "\t",
  "\u0000",
  "e\u0000\u0301",
  "\u2028",
  ",",
  '"',
  '""',
  "=1+A1",
  "- [ ] a",
  "# a",
  "due:2026-12-01",
  "!high",
  "@[a](user:u1)",
  "```",
  "a",
  "é",
];
const piecewise = fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }).map((pieces) => pieces.join(""));
const text = fc.oneof(anyText, piecewise);
const type = fc.constantFrom(...PAGE_TYPES);

test("any text is tidied once and for all, and keeps its lines", () => {
  fc.assert(
    fc.property(type, text, (pageType, content) => {
      const tidied = formatOf(pageType).format(content);
      expect(formatOf(pageType).format(tidied)).toBe(tidied);
      expect(tidied).toBe(tidied.normalize("NFC"));
      expect(countLines(tidied)).toBe(countLines(content.replace(/\r\n?/g, "\n")));
    }),
  );
});

test("any text is parsed, and what is printed is parsed again to the same", () => {
  fc.assert(
    fc.property(type, text, (pageType, content) => {
      const tidied = formatOf(pageType).format(content);
      const check = <Model>({ parse, print }: { parse: (text: string) => Model; print: (model: Model) => string }) => {
        expect(parse(print(parse(tidied)))).toEqual(parse(tidied));
        if (pageType !== "SHEET") expect(print(parse(content))).toBe(content);
      };
      const format: (typeof FORMATS)[keyof typeof FORMATS] = FORMATS[pageType];
      // Each format agrees with itself about its model; the union of them does not say so.
      check(format as (typeof FORMATS)["DOCUMENT"]);
    }),
  );
});

test("faults name lines that there are, and tidied text has none but its type's", () => {
  fc.assert(
    fc.property(type, text, (pageType, content) => {
      const { validate, format, lineFault } = formatOf(pageType);
      for (const { line } of validate(content)) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(countLines(content));
      }
      const tidied = format(content);
      const ofType = tidied.split("\n").flatMap((line, index) => {
        const message = lineFault(line);
        return message === null ? [] : [{ line: index + 1, message }];
      });
      expect(validate(tidied)).toEqual(ofType);
    }),
  );
});

test.each(PAGE_TYPES)("a %s is validated and tidied", (pageType) => {
  const { validate, format } = formatOf(pageType);
  expect(validate("fine\n\tfine\r\nfine")).toEqual([]);
  expect(validate("fine\nnot \u0007fine")).toEqual([{ line: 2, message: "the line holds a control character." }]);
  expect(format("a \u0007b\t\r\nc\rd \n")).toBe("a b\nc\nd\n");
  expect(format("a  \nb   \n  \n")).toBe(
    ["SHEET", "CODE", "CANVAS", "FILE"].includes(pageType) ? "a\nb\n\n" : "a  \nb  \n\n",
  );
  expect(validate(format(FORMATS[pageType].defaultContent("A & <B>")))).toEqual([]);
});

test("a page holds so many bytes, and the first line past them is named", () => {
  const full = "é".repeat(CONTENT_LIMIT_BYTES / 4);
  const { validate } = formatOf("CANVAS");
  expect(validate(`${full}\n${full}`)).toEqual([
    { line: 2, message: `a page holds at most ${CONTENT_LIMIT_BYTES} bytes of text.` },
  ]);
  expect(validate(`${full}\n${full.slice(1)}`)).toEqual([]);
});

test("a canvas begins with its title, and markup in it is text", () => {
  const content = FORMATS.CANVAS.defaultContent("R&D <b>");
  expect(content).toContain("<h1>R&amp;D &lt;b&gt;</h1>");
  expect(FORMATS.DOCUMENT.defaultContent("R&D")).toBe("");
});
