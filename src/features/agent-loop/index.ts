/** Answers of agents, for the object that works on them and for the sweep. */
export { answer } from "./loop.ts";
export {
  applyDecision,
  beginNextRun,
  cancelQueued,
  finishRun,
  noteDecision,
  noteWaiting,
  outcomeOf,
  type Outcome,
} from "./lifecycle.ts";
export { resumeRuns } from "./sweep.ts";
export {
  isCall,
  NOTHING_PERMITTED,
  RunFailed,
  shownSteps,
  stepsOfReply,
  type CallStep,
  type Permitted,
  type RunLog,
  type RunReader,
  type StoredRun,
  type StoredStep,
} from "./run.ts";
