import { expect, test } from "vitest";
import { makeWord, ExpectedPage, wordsIn } from "./expected-edits.ts";
import { makeRandom } from "./random.ts";

const always = { ...makeRandom(1), chance: () => true };
const TEXT = "one\n\ntwo\n\nthree";
const word = makeWord(7, 1);
const make = () => new ExpectedPage("page", TEXT, always);

test("a page that reads as it was loaded has no faults", () => {
  expect(make().faultsOf(TEXT)).toEqual([]);
});

test("an acknowledged word must be there once", () => {
  const ledger = make();
  ledger.recordOutcome({ words: [word], touched: [], extended: [] }, "done");
  expect(ledger.faultsOf(`${word}\n${TEXT}`)).toEqual([]);
  expect(ledger.faultsOf(TEXT)).toHaveLength(1);
  expect(ledger.faultsOf(`${word}\n${TEXT}\n${word}`)).toHaveLength(1);
});

test("a refused word must not be there, an unanswered one may be", () => {
  const ledger = make();
  ledger.recordOutcome({ words: [word], touched: ["one"], extended: [] }, "refused");
  expect(ledger.faultsOf(TEXT)).toEqual([]);
  expect(ledger.faultsOf(`${word}\n\ntwo\n\nthree`)).toHaveLength(2);
  ledger.recordOutcome({ words: [word], touched: ["one"], extended: [] }, "lost");
  expect(ledger.faultsOf(TEXT)).toEqual([]);
  expect(ledger.faultsOf(`${word}\n\ntwo\n\nthree`)).toEqual([]);
});

test("a word nobody wrote is a fault", () => {
  expect(make().faultsOf(`${word}\n${TEXT}`)).toHaveLength(1);
});

test("a line that was deleted stays away, and every other line stays in its order", () => {
  const ledger = make();
  ledger.recordOutcome({ words: [], touched: ["two"], extended: [] }, "done");
  expect(ledger.faultsOf("one\n\n\nthree")).toEqual([]);
  expect(ledger.faultsOf(TEXT)).toHaveLength(1);
  expect(ledger.faultsOf("one\n\nthree")).toHaveLength(1);
  expect(ledger.faultsOf("three\n\n\none")).toHaveLength(1);
  expect(ledger.faultsOf("one\n\n\nthree\nmore")).toHaveLength(1);
});

test("a line that a word was put beside may read as it did, but must not be there twice", () => {
  const ledger = make();
  ledger.recordOutcome({ words: [word], touched: [], extended: ["two"] }, "done");
  expect(ledger.faultsOf(`one\n\n${word} two\n\nthree`)).toEqual([]);
  expect(ledger.faultsOf(`one\n\n${word} x\ntwo\n\nthree`)).toEqual([]);
  expect(ledger.faultsOf(`one\n\n${word}\ntwo\ntwo\n\nthree`)).toHaveLength(1);
});

test("a word stuck to a line nobody touched is a fault that shows what became of the line", () => {
  const ledger = make();
  ledger.recordOutcome({ words: [word], touched: ["two"], extended: [] }, "done");
  expect(ledger.faultsOf(`one\n\n\n${word}three`).join()).toContain(`${word}three`);
});

test("lines that occur twice, and blank ones, are never chosen to be changed", () => {
  const ledger = new ExpectedPage("page", "same\n\nsame\nother", always);
  expect(["same", "", "other"].map((line) => ledger.isFragile(line))).toEqual([false, false, true]);
});

test("one revision with two texts is a fault, and so is a read that goes back", () => {
  const ledger = make();
  ledger.noteText(3, "a");
  ledger.noteText(3, "b");
  ledger.noteText(2, "c", 3);
  expect(ledger.faultsOf(TEXT)).toHaveLength(2);
});

test("words are found wherever they are stuck", () => {
  expect(wordsIn(`x${word}${makeWord(36 ** 6, 2)}y`)).toEqual([word, "smk_000000_000002_z"]);
});
