/** Links threads to tasks: the room of the task's page resolves the thread when the task is done. */
import { AppError, invalid } from "../../kernel/errors.ts";
import type { LoadedPage, Projection } from "../../kernel/page.ts";
import { holdsMarkdown, isTextEditable } from "../../kernel/page-type.ts";
import type { Caller } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import { isVisible } from "../../permissions/authorize-page.ts";
import { taskAnchorId } from "../../rpc/page-threads.ts";
import { readTask } from "../../realtime/task-line.ts";
import { callRoom, roomErrorToAppError } from "../pages/content/service.ts";
import { loadPage } from "../pages/service.ts";
import { placeAnchors, readAnchors, tellRoom } from "./anchors.ts";
import type { PatchThread } from "./contract.ts";

type Link = NonNullable<PatchThread["task"]>;

/** Places the task's anchor, pending until it is settled. Throws if there is no open task on that line. */
export async function placeTask(
  deps: Deps,
  page: LoadedPage,
  unedited: Projection | null,
  threadId: string,
  { line, baseRevision }: Link,
): Promise<void> {
  if (!holdsMarkdown(page.type) || !isTextEditable(page.type)) throw noTask();
  const text = await textAt(deps, page, unedited, baseRevision);
  const lines = text.split("\n");
  const source = lines[line - 1];
  if (source === undefined) throw roomErrorToAppError({ code: "line_out_of_range", totalLines: lines.length });
  const task = readTask(source);
  if (task === null) throw noTask();
  if (task.box !== " ") throw new AppError("conflict", "This task is done already.");
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const target = { kind: "text", from, to: from } as const;
  const anchor = { id: taskAnchorId(threadId), kind: "task", target, replacement: null } as const;
  await placeAnchors(deps, page, unedited, baseRevision, [anchor]);
}

const noTask = (): AppError => invalid("task.line", "There is no task on this line.");

/** The page's text at a revision that its room has, or D1 if the page was never edited. */
async function textAt(deps: Deps, page: LoadedPage, unedited: Projection | null, revision: number): Promise<string> {
  if (unedited?.revision === revision) return unedited.content;
  const text = await callRoom(deps, async () =>
    deps.objects.room(page.id, page.driveLocation).textAt(revision, page.revision),
  );
  if (text === null)
    throw roomErrorToAppError({ code: "base_unknown", base: revision, currentRevision: page.revision });
  return text;
}

/** The line of the linked task; null if there is none, if it is gone, or if the caller cannot see its page. */
export async function lineOfTask(
  deps: Deps,
  caller: Caller,
  { id, taskPageId }: { readonly id: string; readonly taskPageId: string | null },
): Promise<number | null> {
  if (taskPageId === null) return null;
  const { by, results } = await authenticate(deps, caller, [loadPage(caller, taskPageId)]);
  const [page] = results;
  if (!isVisible(by.actor, page)) return null;
  const anchorId = taskAnchorId(id);
  const { anchors } = await readAnchors(deps, page, [{ id: anchorId, target: "text" }]);
  const anchor = anchors.get(anchorId);
  return anchor === undefined || anchor.state === "detached" ? null : anchor.startLine;
}

/** Stops following the task of a thread. */
export const unlinkTask = (deps: Deps, taskPageId: string, threadId: string): Promise<void> =>
  tellRoom(deps, { id: taskPageId }, (room) => room.deleteAnchors([taskAnchorId(threadId)]));
