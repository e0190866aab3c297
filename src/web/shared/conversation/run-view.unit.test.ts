/** Readers of a page follow an answer by frames, some of which they may miss, or see twice. */
import { expect, test } from "vitest";
import type { RunFrame, RunView } from "../../../kernel/agent-run.ts";
import { fullnessOf, type KnownRuns, mergeFrame, mergeRead, textOf } from "./run-view.ts";

const view = (text: string, more: Partial<RunView> = {}): RunView => ({
  id: "run",
  pageId: "page",
  agentPageId: "page",
  agent: "Planner",
  userId: "ann",
  questionId: "question",
  state: "running",
  steps: [{ seq: 0, kind: "text", text }],
  wasResumed: false,
  context: { used: 0, window: 0 },
  ...more,
});
const text = (at: number, added: string, seq = 0): RunFrame => ({ t: "text", run: "run", seq, at, text: added });
const known = (run: RunView): KnownRuns => new Map([[run.id, run]]);
const shown = (runs: KnownRuns): string => Array.from(runs.values(), textOf).join("|");

test("appends text, and ignores what it has already", () => {
  let runs = known(view("Hello"));
  for (const frame of [text(5, " wor"), text(5, " wor"), text(7, "orld"), text(0, "Hel")])
    runs = mergeFrame(runs, frame).runs;
  expect(shown(runs)).toBe("Hello world");
});

test("reports a gap, an unknown step and an unknown run, and changes nothing", () => {
  for (const frame of [text(6, "x"), text(0, "x", 3)]) {
    const merged = mergeFrame(known(view("Hello")), frame);
    expect([shown(merged.runs), merged.missed]).toEqual(["Hello", "run"]);
  }
  expect(mergeFrame(new Map(), text(0, "x"))).toEqual({ runs: new Map(), missed: "run" });
});

test("replaces everything about a run that is sent whole, such as text that became void", () => {
  const merged = mergeFrame(known(view("Half an ans")), { t: "run", run: view("") });
  expect([shown(merged.runs), merged.missed]).toEqual(["", null]);
});

test("keeps the text of a run that has ended", () => {
  const { runs } = mergeFrame(known(view("Done.")), { t: "end", run: "run", state: "done" });
  expect([shown(runs), runs.get("run")?.state]).toEqual(["Done.", "done"]);
  expect(mergeFrame(new Map(), { t: "end", run: "run", state: "done" }).runs.size).toBe(0);
});

test("continues a run that was read with the frames that arrived meanwhile, whichever are newer", () => {
  const read = mergeRead(new Map(), view("Hello wo"), [text(0, "Hello"), text(5, " world")]);
  expect([shown(read.runs), read.missed]).toEqual(["Hello world", null]);
  const older = mergeRead(new Map(), view("He"), [text(5, " world")]);
  expect([shown(older.runs), older.missed]).toEqual(["He", "run"]);
  const whole = mergeRead(new Map(), view("He"), [text(5, " world"), { t: "run", run: view("Hello world") }]);
  expect([shown(whole.runs), whole.missed]).toEqual(["Hello world", null]);
});

test("joins the texts around calls as paragraphs", () => {
  const steps = [
    { seq: 0, kind: "text", text: "Reading.\n" },
    { seq: 1, kind: "call", tool: "fetch", state: "done", pageIds: [] },
    { seq: 2, kind: "text", text: "  " },
    { seq: 3, kind: "text", text: "Done." },
  ] as const;
  expect(textOf(view("", { steps }))).toBe("Reading.\n\nDone.");
});

test("shows how full the context is once more than half of it is used", () => {
  const full = (used: number, window: number) => fullnessOf(view("", { context: { used, window } }));
  expect([full(0, 0), full(500, 1000), full(510, 1000), full(2000, 1000)]).toEqual([null, null, 51, 100]);
});
