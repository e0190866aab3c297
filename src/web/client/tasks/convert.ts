/** Turns a task into a page below the list, and back. */
import type { Page } from "../../../features/pages/contract.ts";
import { linkedPage, pageOf, toPage, toTask } from "../../../formats/tasks/convert.ts";
import { bodyStart } from "../../../formats/properties/front-matter.ts";
import { words as lost } from "../../../words/lost-text.ts";
import { words as actions } from "../../../words/task-actions.ts";
import { call, path } from "../api/api.ts";
import { makePage } from "../page/make-page.ts";
import { trashPages } from "../tree/changes.ts";
import { announce, attempt } from "../ui/notice.ts";
import type { TaskActions } from "./actions.ts";

const pageAt = (id: string): Promise<Page> => call<Page>("GET", path`/api/pages/${id}`);

/** The new page is below the list. */
export function makePageOf(tasks: TaskActions, key: string): void {
  attempt(null, async () => {
    const { driveId } = await pageAt(tasks.pageId);
    const row = tasks.changes.row(key);
    const wanted = row && pageOf(tasks.changes.doc, row);
    if (!wanted) return announce(lost.taskGone);
    const page = await makePage({ ...wanted, type: "DOCUMENT", driveId, parentId: tasks.pageId });
    const isMoved = tasks.changes.change([key], (doc, now) => toPage(doc, now, wanted, page));
    announce(isMoved ? actions.madePage(page.title) : actions.keptTask(page.title));
    tasks.focus(key);
  });
}

/** The page moves to the trash, from where it can be restored. */
export function makeTaskOf(tasks: TaskActions, key: string): void {
  attempt(null, async () => {
    const id = linkedPage(tasks.changes.row(key) ?? { source: "" });
    if (id === null) return;
    const page = await pageAt(id);
    if (page.type !== "DOCUMENT" || page.children.length > 0 || bodyStart(page.content) > 0)
      return announce(actions.staysPage);
    const isMoved = tasks.changes.change([key], (doc, now) => toTask(doc, now, page));
    if (!isMoved) return announce(actions.keptPage);
    tasks.focus(key);
    await trashPages([id]);
  });
}
