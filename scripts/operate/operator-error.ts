/** An error whose message tells the operator what to do; commands print it without a stack. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}
