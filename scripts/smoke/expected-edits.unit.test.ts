import { expect, test } from "vitest";
import { makeWord, ExpectedPage, wordsIn } from "./expected-edits.ts";
import { makeRandom } from "./random.ts";

const always = { ...makeRandom(1), chance: () => true };
const TEXT = "one\n\ntwo\n\nthree";
const word = makeWord(7, 1);
const make = () => new ExpectedPage("page", TEXT, always);

test("reports no fault for an unchanged page", () => {
  expect(make().faultsOf(TEXT)).toEqual([]);
});

test("requires an acknowledged word exactly once", () => {
  const ledger = make();
  ledger.recordOutcome({ words: [word], touched: [], extended: [] }, "done");
  expect(ledger.faultsOf(`${word}\n${TEXT}`)).toEqual([]);
  expect(ledger.faultsOf(TEXT)).toHaveLength(1);
  expect(ledger.faultsOf(`${word}\n${TEXT}\n${word}`)).toHaveLength(1);
});

test("rejects the word of a refused edit and allows that of an unanswered one", () => {
  const ledger = make();
  ledger.recordOutcome({ words: [word], touched: ["one"], extended: [] }, "refused");
  expect(ledger.faultsOf(TEXT)).toEqual([]);
  expect(ledger.faultsOf(`${word}\n\ntwo\n\nthree`)).toHaveLength(2);
  ledger.recordOutcome({ words: [word], touched: ["one"], extended: [] }, "lost");
  expect(ledger.faultsOf(TEXT)).toEqual([]);
  expect(ledger.faultsOf(`${word}\n\ntwo\n\nthree`)).toEqual([]);
});

test("reports a word that no edit wrote", () => {
  expect(make().faultsOf(`${word}\n${TEXT}`)).toHaveLength(1);
});

test("requires deleted lines to be absent and all other lines to keep their order", () => {
  const ledger = make();
  ledger.recordOutcome({ words: [], touched: ["two"], extended: [] }, "done");
  expect(ledger.faultsOf("one\n\n\nthree")).toEqual([]);
  expect(ledger.faultsOf(TEXT)).toHaveLength(1);
  expect(ledger.faultsOf("one\n\nthree")).toHaveLength(1);
  expect(ledger.faultsOf("three\n\n\none")).toHaveLength(1);
  expect(ledger.faultsOf("one\n\n\nthree\nmore")).toHaveLength(1);
});

test("allows an extended line to be unchanged, but not duplicated", () => {
  const ledger = make();
  ledger.recordOutcome({ words: [word], touched: [], extended: ["two"] }, "done");
  expect(ledger.faultsOf(`one\n\n${word} two\n\nthree`)).toEqual([]);
  expect(ledger.faultsOf(`one\n\n${word} x\ntwo\n\nthree`)).toEqual([]);
  expect(ledger.faultsOf(`one\n\n${word}\ntwo\ntwo\n\nthree`)).toHaveLength(1);
});

test("reports a word joined to an untouched line, with the resulting line", () => {
  const ledger = make();
  ledger.recordOutcome({ words: [word], touched: ["two"], extended: [] }, "done");
  expect(ledger.faultsOf(`one\n\n\n${word}three`).join()).toContain(`${word}three`);
});

test("never selects repeated or blank lines for changes", () => {
  const ledger = new ExpectedPage("page", "same\n\nsame\nother", always);
  expect(["same", "", "other"].map((line) => ledger.isFragile(line))).toEqual([false, false, true]);
});

test("reports two texts for one revision and a read of an older revision", () => {
  const ledger = make();
  ledger.noteText(3, "a");
  ledger.noteText(3, "b");
  ledger.noteText(2, "c", 3);
  expect(ledger.faultsOf(TEXT)).toHaveLength(2);
});

test("finds words joined to other text", () => {
  expect(wordsIn(`x${word}${makeWord(36 ** 6, 2)}y`)).toEqual([word, "smk_000000_000002_z"]);
});
