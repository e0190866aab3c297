/** Parses the hub's JSON messages: docs/realtime.md, "Messages of the hub". */
import type { HubMessage } from "../kernel/live.ts";

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
  "threads",
  "file",
  "missed",
] satisfies HubMessage["type"][];

/** Returns `unknown` for a message type of a later hub version, and null if the text is not a message. */
export function readHubMessage(text: string): HubMessage | { readonly type: "unknown" } | null {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message !== "object" || message === null || !("type" in message)) return null;
    // The hub's contract guarantees the shape of each type.
    return TYPES.includes(String(message.type)) ? (message as HubMessage) : { type: "unknown" };
  } catch {
    return null;
  }
}
