/** Chooses the task whose completion resolves a thread, among those on the page. */
import { parseTasks, wordsOf } from "../../../formats/tasks/tasks.ts";
import { words } from "../../../words/comments.ts";
import { openMenu } from "../ui/menu.tsx";
import { announce, attempt } from "../ui/notice.ts";

/** Tasks that the menu offers. */
const MOST = 50;

/** `link` receives the line (from 1) of the task. */
export async function linkTask(
  text: string,
  anchor: HTMLElement,
  link: (line: number) => Promise<void>,
): Promise<void> {
  const tasks = parseTasks(text.split("\n")).flatMap((section) => section.tasks.filter(({ isDone }) => !isDone));
  if (tasks.length === 0) return announce(words.noTasks);
  openMenu(
    words.chooseTask,
    anchor,
    tasks.slice(0, MOST).map((task) => ({
      title: wordsOf(task.source),
      icon: "square-check" as const,
      run: () => attempt(anchor, () => link(task.line)),
    })),
    () => anchor.focus(),
  );
}
