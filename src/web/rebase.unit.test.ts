/** What is typed while a save is under way survives it, whatever others wrote meanwhile. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { rebase } from "./client/rebase.ts";

test("typing during a save and a line of someone else's both stay", () => {
  const sent = "one\ntwo\nthree\n";
  expect(rebase(sent, "one\ntwo and a half\nthree\n", "zero\none\ntwo\nthree\nfour\n")).toBe(
    "zero\none\ntwo and a half\nthree\nfour\n",
  );
});

test("two rewordings of one word both stay, theirs first", () => {
  expect(rebase("a word here", "a mine here", "a theirs here")).toBe("a theirsmine here");
});

test("a line taken out here stays out when another line changed there", () => {
  expect(rebase("one\ntwo\nthree", "one\nthree", "one\ntwo\nthree!")).toBe("one\nthree!");
});

test("a save that arrived although its answer was lost is not put in twice", () => {
  expect(rebase("one\ntwo", "one\ntwo\nmine", "zero\none\ntwo\nmine")).toBe("zero\none\ntwo\nmine");
});

test("when only one side changed, the outcome is that side's text", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (sent, other) => {
      expect(rebase(sent, sent, other)).toBe(other);
      expect(rebase(sent, other, sent)).toBe(other);
    }),
  );
});

test("no line that either side added is ever lost", () => {
  const line: fc.Arbitrary<string> = fc.constantFrom("a", "b", "c", "d");
  const lines = fc.array(line, { maxLength: 8 });
  fc.assert(
    fc.property(lines, fc.nat(8), fc.nat(8), (base, here, there) => {
      const withLine = (at: number, added: string) => base.toSpliced(at, 0, added).join("\n");
      const merged = rebase(base.join("\n"), withLine(here, "HERE"), withLine(there, "THERE"));
      expect(merged).toContain("HERE");
      expect(merged).toContain("THERE");
    }),
  );
});
