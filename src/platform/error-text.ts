/** Redacted descriptions of errors. */
import { redactText } from "./redact.ts";

/** Redacted message and stack of an error and its causes. */
export function describeError(error: unknown): { message: string; stack: string } {
  const chain: Error[] = [];
  for (let each = error; each instanceof Error && chain.length < 4; each = each.cause) chain.push(each);
  if (chain.length === 0) return { message: redactText(String(error), 500), stack: "" };
  const message = chain.map((each) => `${each.name}: ${each.message}`).join(" — because of ");
  const stack = chain.map((each) => each.stack ?? "").join("\nbecause of ");
  return { message: redactText(message, 500), stack: redactText(stack, 4_000) };
}
