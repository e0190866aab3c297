/** Answers of agents, for the object that works on them and for the sweep. */
export { noteDecision } from "./decision.ts";
export { answer } from "./loop.ts";
export { beginNextRun, cancelQueued, finishRun, noteWaiting, outcomeOf, type Outcome } from "./lifecycle.ts";
export { resumeRuns } from "./sweep.ts";
export {
  isCall,
  NOTHING_PERMITTED,
  RunFailed,
  shownSteps,
  stepsOfReply,
  type CallStep,
  type Permitted,
  type Reply,
  type RunLog,
  type RunReader,
  type StoredRun,
  type StoredStep,
} from "./run.ts";
