/** Daily budgets and records of model calls, for other features. */
export { measureAiCall, withinBudget } from "./service.ts";
