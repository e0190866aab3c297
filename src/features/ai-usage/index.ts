/** Daily budgets and records of model calls, for other features. */
export { countEvent, payForCall, type Spent } from "./payment.ts";
export { measureAiCall, withinBudget } from "./service.ts";
