/** Turns a command to a page's room into a staged change of its text. */
import { planEdits } from "../../src/features/pages/edits/rules.ts";
import { linesToAppendTo } from "../../src/formats/inserted.ts";
import { AppError } from "../../src/kernel/errors.ts";
import type { EditCommand, RoomError } from "../../src/rpc/page-room.ts";
import type { Change } from "../../src/realtime/change.ts";
import { lineKindOf } from "../../src/realtime/line-kind.ts";
import type { EditRequest, Edited } from "../../src/realtime/room.ts";
import type { PageType } from "../../src/kernel/page-type.ts";
import { startOfLine } from "../../src/realtime/text.ts";
import type { UpdateLog } from "./update-log.ts";

type Failure = { readonly ok: false; readonly error: RoomError };
type Planned = { readonly ok: true; readonly change: Change } | Failure;

const failed = (error: RoomError): Failure => ({ ok: false, error });

/** `baseAsked` is the revision that the change refers to. */
export type Staged = { readonly ok: true; readonly edited: Omit<Edited, "update">; readonly baseAsked: number };

/** Stages the edit of a command, if it changes anything. `ticket` names its commit in D1. */
export function stageEdit(log: UpdateLog, command: EditCommand, ticket: string): Staged | Failure {
  const revisions = revisionsOf(log, command);
  const planned = changeOf(log, command, revisions.base);
  if (!planned.ok) return planned;
  const request = { change: planned.change, ...revisions, kind: lineKindOf(command.type) };
  const outcome = log.edit(request, command.by, { reader: command.reader, ticket });
  if (!outcome.ok) return outcome;
  const { update: _update, ...edited } = outcome;
  return { ok: true, edited, baseAsked: revisions.base };
}

/**
 * `base` is the revision that the change refers to. Fails for a version or base that is not kept, and for edits that do
 * not apply.
 */
function changeOf(log: UpdateLog, { type, change }: EditCommand, base: number): Planned {
  switch (change.kind) {
    case "append":
    case "prepend":
      return { ok: true, change: extend(type, log.text, change) };
    case "version": {
      const content = log.textAt(change.version);
      return content === null ? failed({ code: "version_unknown" }) : { ok: true, change: { kind: "body", content } };
    }
    case "edits": {
      const text = base === log.revision ? log.text : log.textAt(base);
      if (text === null) return failed({ code: "base_unknown", base, currentRevision: log.revision });
      try {
        return { ok: true, change: { kind: "splices", splices: planEdits(type, text, change.edits) } };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { code, message, detail } = error;
        return failed({ code: "edits_invalid", fault: { code, message, detail } });
      }
    }
    case "lines":
    case "body":
    case "splices":
      return { ok: true, change };
  }
}

/** Adds lines before or after all others. */
function extend(
  type: PageType,
  text: string,
  { kind, content }: Extract<EditCommand["change"], { kind: "append" | "prepend" }>,
): Change {
  const splice = (at: number, insert: string): Change => ({ kind: "splices", splices: [{ at, remove: 0, insert }] });
  if (text === "") return splice(0, content);
  if (kind === "prepend") return splice(0, `${content}\n`);
  const next = startOfLine(text, linesToAppendTo(type, text) + 1);
  return next < 0 ? splice(text.length, `\n${content}`) : splice(next, `${content}\n`);
}

/** A caller that requires a revision has read that one, unless it names another. */
function revisionsOf(
  log: UpdateLog,
  { change, baseRevision, expectedRevision, reader }: EditCommand,
): Pick<EditRequest, "base" | "expectedRevision"> {
  const isOfNow =
    change.kind === "version" ||
    change.kind === "append" ||
    change.kind === "prepend" ||
    (change.kind === "edits" && change.edits.every(({ op }) => op === "replace_text" || op === "append"));
  const base = baseRevision ?? expectedRevision ?? (isOfNow ? log.revision : lastSeenBy(log, reader));
  return { base, expectedRevision: expectedRevision ?? undefined };
}

function lastSeenBy(log: UpdateLog, reader: string): number {
  const shown = log.lastSeen.of(reader);
  return shown === null || shown > log.revision ? log.revision : shown;
}
