/** Merges the frames of agents' answers into what is known about them. */
import type { RunFrame, RunStep, RunView } from "../../../kernel/agent-run.ts";

/** By the run's id, in the order in which they became known. */
export type KnownRuns = ReadonlyMap<string, RunView>;

/** `missed`: something before the frame was lost, so the run has to be read again. */
export type Merged = { readonly runs: KnownRuns; readonly missed: string | null };

type TextFrame = Extract<RunFrame, { t: "text" }>;

/** A run that has ended is kept: what it wrote stays until its message is there. */
export function mergeFrame(runs: KnownRuns, frame: RunFrame): Merged {
  switch (frame.t) {
    case "run":
      return { runs: withRun(runs, frame.run), missed: null };
    case "end": {
      const run = runs.get(frame.run);
      return { runs: run ? withRun(runs, { ...run, state: frame.state }) : runs, missed: null };
    }
    case "text": {
      const run = runs.get(frame.run);
      const steps = run && appendText(run.steps, frame);
      return run && steps ? { runs: withRun(runs, { ...run, steps }), missed: null } : { runs, missed: frame.run };
    }
  }
}

/** A run as it was read, with the frames that arrived since it was requested: they may be older or newer. */
export function mergeRead(runs: KnownRuns, read: RunView, since: readonly RunFrame[]): Merged {
  let merged: Merged = { runs: withRun(runs, read), missed: null };
  for (const frame of since) {
    const next = mergeFrame(merged.runs, frame);
    merged = { runs: next.runs, missed: frame.t === "run" ? null : (merged.missed ?? next.missed) };
  }
  return merged;
}

const withRun = (runs: KnownRuns, run: RunView): KnownRuns => new Map(runs).set(run.id, run);

/** Null if text before the frame is missing. */
function appendText(steps: readonly RunStep[], { seq, at, text }: TextFrame): readonly RunStep[] | null {
  const index = steps.findIndex((step) => step.seq === seq && step.kind === "text");
  const step = steps[index];
  if (step?.kind !== "text" || at > step.text.length) return null;
  const news = text.slice(step.text.length - at);
  return news === "" ? steps : steps.with(index, { ...step, text: step.text + news });
}

/** The text of the answer so far; it is stored in the same way. */
export const textOf = ({ steps }: RunView): string =>
  steps
    .flatMap((step) => (step.kind === "text" ? [step.text.trim()] : []))
    .filter((text) => text !== "")
    .join("\n\n");

/** How full the model's context is, in percent; null while there is plenty of room. */
export function fullnessOf({ context: { used, window } }: RunView): number | null {
  const percent = window === 0 ? 0 : Math.min(100, Math.round((used / window) * 100));
  return percent > 50 ? percent : null;
}
