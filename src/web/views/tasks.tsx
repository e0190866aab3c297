/** The tasks of a TASK_LIST page, followed by the text for users who may write. */
import { readStatuses } from "../../formats/tasks/statuses.ts";
import { parseTasks } from "../../formats/tasks/tasks.ts";
import { PlainText } from "../shared/document/plain-text.tsx";
import { DocumentPrint } from "../shared/document/print.tsx";
import { withKeys } from "../shared/tasks/columns.ts";
import { NO_CONDITIONS } from "../shared/tasks/filters.ts";
import type { Layout } from "../shared/tasks/props.ts";
import { TasksView } from "../shared/tasks/tasks-view.tsx";
import { type BodyProps, Source } from "./sheet.tsx";

type TasksBodyProps = BodyProps & {
  readonly choices: { readonly tasks: Layout };
  readonly userId: string;
  readonly now: number;
};

/** Maximum number of tasks printed as such. The rest is printed as text; the browser shows all. */
const MAX_PRINTED_TASKS = 3_000;

export const TasksBody = ({ page, writes, choices: { tasks: layout }, userId, now }: TasksBodyProps) => {
  const lines = page.content.split("\n");
  const sections = parseTasks(lines);
  const next = sections.flatMap(({ tasks }) => tasks)[MAX_PRINTED_TASKS]?.line ?? lines.length + 1;
  const printed = next > lines.length ? sections : parseTasks(lines.slice(0, next - 1));
  const statuses = readStatuses(page.content);
  return (
    <div class="tasks" data-tasks data-layout={layout}>
      <div data-tasks-view>
        <TasksView
          {...NO_CONDITIONS}
          sections={withKeys(printed, ({ line }) => String(line), statuses)}
          statuses={statuses}
          layout={layout}
          isText={false}
          userId={userId}
          today={new Date(now).toISOString().slice(0, 10)}
          hands={null}
          writes={writes}
        />
        {next <= lines.length && <PlainText text={lines.slice(next - 1).join("\n")} />}
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
};
