/** The selected task in its list. */
import { words } from "../../../words/preview.ts";
import type { OwnTask } from "../../shared/tasks/my-tasks-view.tsx";
import { KeyHints } from "../list-detail/key-hints.tsx";
import { PagePreview } from "../list-detail/page-preview.tsx";

type Props = {
  readonly own: OwnTask;
  readonly userId: string;
  /** How long (ms) to wait before loading the page. */
  readonly wait: number;
  readonly open: () => void;
};

/** Needs the key of the task as its key. */
export const MyTasksDetail = ({ own: { page, task }, userId, wait, open }: Props) => (
  <>
    <PagePreview
      // Loads the list again once the task is done.
      key={String(task.isDone)}
      pageId={page.id}
      userId={userId}
      task={task.line}
      wait={wait}
      open={
        <button type="button" class="quiet outlined" onClick={open}>
          {words.open}
        </button>
      }
    />
    <KeyHints />
  </>
);
