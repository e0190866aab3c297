/** The user's open tasks from all lists. The browser finds them, a few lists at a time. */
import { words } from "../../words/my-tasks.ts";
import { MyTasksView } from "../shared/tasks/my-tasks-view.tsx";
import type { Shell } from "./load-shell.ts";
import { ShellPage } from "./shell.tsx";

export const myTasksPage = (shell: Shell) => (
  <ShellPage title={words.title} shell={shell} here="tasks">
    <div data-view="my-tasks" data-user={shell.user.id}>
      <MyTasksView found={null} />
    </div>
  </ShellPage>
);
