/** Random concurrent edits that move, change, add and remove tasks: the merge never loses or splits any. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeChanges } from "../../src/realtime/merge.ts";
import { changeBetween } from "../../src/realtime/word-alignment.ts";
import { isNight } from "../support/nightly.ts";

const SHARE = isNight ? 10 : 1;

const TASKS = 8;

/** A task with a unique title and unique lines below it. */
const Task = fc.record({
  facts: fc.constantFrom("", " due:2026-12-01", " !low", " @[Ann](user:u1) due:2026-12-01 #venue"),
  below: fc.integer({ min: 0, max: 2 }),
  gap: fc.boolean(),
});
const Act = fc.record({
  kind: fc.constantFrom("move", "move", "tick", "date", "reword", "add", "below", "remove"),
  task: fc.nat(TASKS - 1),
  to: fc.nat(TASKS - 1),
});
type Act = { readonly kind: string; readonly task: number; readonly to: number };

type Item = { readonly name: string; lines: string[]; hasGap: boolean };

const nameOf = (i: number): string => `task${String.fromCharCode(97 + i)}`;
const print = (items: readonly Item[]): string =>
  items.flatMap(({ lines, hasGap }) => (hasGap ? [...lines, ""] : lines)).join("\n");

type Side = { text: string; written: string[]; touched: Set<string>; removed: Set<string> };

function play(base: readonly Item[], acts: readonly Act[], side: string): Side {
  let items = base.map((item) => ({ ...item, lines: [...item.lines] }));
  const written: string[] = [];
  const [touched, removed] = [new Set<string>(), new Set<string>()];
  // If a side also moves or removes tasks, a retitled task can only be matched by its words, so skip retitling.
  const isRearranged = acts.some(({ kind }) => kind === "move" || kind === "remove");
  acts.forEach(({ kind, task, to }, i) => {
    if (kind === "reword" && isRearranged) return;
    const name = nameOf(task % base.length);
    const at = items.findIndex((item) => item.name === name);
    const item = items[at];
    if (!item) return;
    const [first = ""] = item.lines;
    const token = `new${side}${i}`;
    if (kind === "move") {
      items = items.toSpliced(at, 1);
      items.splice(to % (items.length + 1), 0, item);
    } else if (kind === "remove") {
      // Text that its own author removes again does not count as lost.
      if (touched.has(name)) return;
      items.splice(at, 1);
      removed.add(name);
    } else if (kind === "add") {
      items.splice(at, 0, { name: token, lines: [`- [ ] ${token} to do`], hasGap: false });
      written.push(token);
    } else {
      touched.add(name);
      if (kind === "tick") item.lines[0] = first.replace("[ ]", "[x]");
      if (kind === "date") item.lines[0] = / due:\S+/.test(first) ? first.replace(/ due:\S+/, ` due:2027-01-0${(i % 9) + 1}`) : `${first} due:2027-01-01`; // oxfmt-ignore
      if (kind === "reword") item.lines[0] = first.replace(/(- \[.\] \S+)/, `$1 ${token}`);
      if (kind === "below") item.lines.push(`  - [ ] ${token} below`);
      if (kind === "reword" || kind === "below") written.push(token);
    }
  });
  return { text: print(items), written, touched, removed };
}

test("keeps every task, its lines and written words once and together", () => {
  fc.assert(
    fc.property(
      fc.array(Task, { minLength: 2, maxLength: TASKS }),
      fc.array(Act, { minLength: 1, maxLength: 4 }),
      fc.array(Act, { minLength: 1, maxLength: 4 }),
      (shapes, first, second) => {
        const base = shapes.map(({ facts, below, gap }, i): Item => {
          const name = nameOf(i);
          const lines = Array.from({ length: below }, (_, n) => `  line${n} of ${name}`);
          return { name, lines: [`- [ ] ${name} with words${facts}`, ...lines], hasGap: gap };
        });
        const text = print(base);
        const [a, b] = [play(base, first, "a"), play(base, second, "b")];
        const merged = mergeChanges(text, changeBetween(text, a.text), changeBetween(text, b.text), "markdown");
        expect(merged).not.toContain("\u0001");
        for (const token of [...a.written, ...b.written]) expect(merged.split(`${token} `), token).toHaveLength(2);
        const lines = merged.split("\n");
        expect(lines.filter((line) => /^- \[[^ x]\]|\[xx|due:\S* due:|due:\S*due:/.test(line))).toEqual([]);
        for (const { name, lines: own } of base) {
          const heads = lines.filter((line) => line.startsWith("- ") && line.includes(` ${name} `));
          const isKept =
            [a, b].every(({ removed }) => !removed.has(name)) || [a, b].some(({ touched }) => touched.has(name));
          if (isKept) expect(heads, name).toHaveLength(1);
          else expect(heads.length, name).toBeLessThanOrEqual(1);
          // Lines below a task stay below that task.
          if (heads.length === 1 && isKept)
            for (const line of own.slice(1)) {
              const at = lines.indexOf(line);
              expect(
                lines.slice(0, at).findLast((each) => each.startsWith("- ")),
                line,
              ).toContain(` ${name} `);
            }
        }
      },
    ),
    { numRuns: 2_000 * SHARE },
  );
}, 120_000);
