/** The tasks of a TASK_LIST page, and the text behind them for those who may write it. */
import { parseTasks } from "../../formats/tasks/tasks.ts";
import { DocumentPrint } from "../document/print.tsx";
import { withKeys } from "../app/tasks/columns.ts";
import { type Layout, TasksView } from "../app/tasks/tasks-view.tsx";
import { type BodyProps, Source } from "./sheet.tsx";

type TasksBodyProps = BodyProps & { readonly layout: Layout; readonly userId: string; readonly now: number };

export const TasksBody = ({ page, writes, layout, userId, now }: TasksBodyProps) => (
  <div class="tasks" data-tasks data-layout={layout}>
    <div data-tasks-view>
      <TasksView
        sections={withKeys(parseTasks(page.content.split("\n")), ({ line }) => String(line))}
        layout={layout}
        isText={false}
        filter="all"
        text=""
        userId={userId}
        today={new Date(now).toISOString().slice(0, 10)}
        hands={null}
        writes={writes}
      />
    </div>
    {writes ? (
      <div class="doc tasks-text" data-doc>
        <DocumentPrint text={page.content} />
      </div>
    ) : (
      <div hidden data-print />
    )}
    {writes && <Source page={page} />}
  </div>
);
