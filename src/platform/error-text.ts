/** What is kept of an error. */
import { scrub } from "./scrub.ts";

/** Message and stack of an error with what caused it, scrubbed. */
export function describe(error: unknown): { message: string; stack: string } {
  const chain: Error[] = [];
  for (let each = error; each instanceof Error && chain.length < 4; each = each.cause) chain.push(each);
  if (chain.length === 0) return { message: scrub(String(error), 500), stack: "" };
  const message = chain.map((each) => `${each.name}: ${each.message}`).join(" — because of ");
  const stack = chain.map((each) => each.stack ?? "").join("\nbecause of ");
  return { message: scrub(message, 500), stack: scrub(stack, 4_000) };
}
