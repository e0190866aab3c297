/** What a hub says, read from its JSON: docs/realtime.md, "Messages of the hub". */
import type { HubMessage } from "../../kernel/live.ts";

const TYPES: readonly string[] = [
  "hello",
  "notification",
  "tree",
  "access",
  "presence",
  "typing",
  "text",
  "sharing",
  "message",
  "file",
  "missed",
] satisfies HubMessage["type"][];

/** `unknown` is what a later hub tells; null is no message at all. */
export function readHubMessage(text: string): HubMessage | { readonly type: "unknown" } | null {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message !== "object" || message === null || !("type" in message)) return null;
    // The shape of each type is the hub's contract.
    return TYPES.includes(String(message.type)) ? (message as HubMessage) : { type: "unknown" };
  } catch {
    return null;
  }
}
