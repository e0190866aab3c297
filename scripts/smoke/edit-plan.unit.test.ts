import { expect, test } from "vitest";
import { applyEdit, planEdit } from "./edit-plan.ts";
import { makeWord, ExpectedPage } from "./expected-edits.ts";
import { makeRandom } from "./random.ts";

const TEXT = Array.from({ length: 60 }, (_, i) => (i % 3 === 2 ? "" : `line ${i} of the text`)).join("\n");

test("produces exactly the text that the ledger expects after sequential edits", () => {
  for (let seed = 1; seed <= 50; seed++) {
    const random = makeRandom(seed);
    const ledger = new ExpectedPage("page", TEXT, random);
    let words = 0;
    let lines = TEXT.split("\n");
    for (let round = 0; round < 40; round++) {
      const view = { firstLine: 1, lines };
      const { edit, promised } = planEdit(view, ledger, random, () => makeWord(seed, ++words));
      lines = applyEdit(lines, edit);
      ledger.recordOutcome(promised, "done");
    }
    expect(ledger.faultsOf(lines.join("\n"))).toEqual([]);
    expect(ledger.wordCount).toBe(words);
    expect(ledger.touchedCount).toBeGreaterThan(0);
  }
});

test("plans edits only within the given lines of a partial view", () => {
  const random = makeRandom(3);
  const ledger = new ExpectedPage("page", TEXT, random);
  const lines = TEXT.split("\n").slice(9, 16);
  for (let round = 0; round < 200; round++) {
    const { edit, promised } = planEdit({ firstLine: 10, lines }, ledger, random, () => makeWord(3, round));
    const last = edit.operation === "insert" ? edit.startLine - 1 : edit.endLine;
    expect(edit.startLine).toBeGreaterThanOrEqual(10);
    expect(last).toBeLessThanOrEqual(16);
    if (edit.operation !== "insert") {
      expect([...promised.touched, ...promised.extended].toSorted()).toEqual(
        lines.slice(edit.startLine - 10, edit.endLine - 9).toSorted(),
      );
    }
  }
});
