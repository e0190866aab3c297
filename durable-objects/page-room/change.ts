/** What a command to a page's room asks of its text. */
import type { EditCommand } from "../../src/rpc/page-room.ts";
import type { Change } from "../../src/realtime/room.ts";
import type { PageLog } from "./log.ts";

/** Null for a version that is not kept. */
export function changeOf(log: PageLog, change: EditCommand["change"]): Change | null {
  switch (change.kind) {
    case "append":
    case "prepend":
      return extend(log.text, change.kind, change.content);
    case "version": {
      const content = log.textAt(change.version);
      return content === null ? null : { kind: "body", content };
    }
    case "lines":
    case "body":
    case "splices":
      return change;
  }
}

/** New lines before or after all others. */
function extend(text: string, kind: "append" | "prepend", content: string): Change {
  if (text === "") return { kind: "splices", splices: [{ at: 0, remove: 0, insert: content }] };
  const splice =
    kind === "append"
      ? { at: text.length, remove: 0, insert: `\n${content}` }
      : { at: 0, remove: 0, insert: `${content}\n` };
  return { kind: "splices", splices: [splice] };
}
