/** The signed-in user's open tasks from all task lists that they may see, earliest due date first. */
import { render } from "preact";
import type { Page } from "../../../features/pages/contract.ts";
import type { SearchAnswer } from "../../../features/search/contract.ts";
import { parseTasks, type Task, wordsOf } from "../../../formats/tasks/tasks.ts";
import { TaskFacts } from "../../shared/tasks/task-facts.tsx";
import { words } from "../../../words/my-tasks.ts";
import { call, path } from "../api/api.ts";
import { openDialog } from "../ui/dialog.ts";
import { element, need } from "../ui/dom.ts";
import { scrollToMatch } from "../shell/scroll-to-match.ts";
import { navigate } from "../shell/navigation.ts";
import { showError } from "../ui/notice.ts";
import { today } from "./today.ts";

/** Maximum number of lists to read: users have few, and those with open tasks were changed recently. */
const MAX_LISTS = 100;
const AT_ONCE = 6;
const DAY_MS = 86_400_000;

type Own = { readonly page: Pick<Page, "id" | "title">; readonly task: Task };

export async function openMyTasks(): Promise<void> {
  const { found, isAll } = await findOwn();
  const shown = element("div", { class: "my-tasks" });
  const dialog = openDialog(words.title, shown);
  dialog.classList.add("wide");
  const open = ({ page, task }: Own): void => {
    dialog.close();
    navigate(path`/pages/${page.id}`).then(
      () => scrollToMatch(need("#main", HTMLElement), [wordsOf(task.source)]),
      showError,
    );
  };
  render(<MyTasks found={found} isAll={isAll} open={open} />, shown);
}

async function findOwn(): Promise<{ readonly found: readonly Own[]; readonly isAll: boolean }> {
  const [{ id: userId }, lists] = await Promise.all([call<{ id: string }>("GET", "/api/auth/me"), findLists()]);
  const found: Own[] = [];
  for (let at = 0; at < lists.ids.length; at += AT_ONCE) {
    // oxlint-disable-next-line no-await-in-loop -- a few at a time
    const pages = await Promise.all(
      lists.ids.slice(at, at + AT_ONCE).map((id) => call<Page>("GET", path`/api/pages/${id}`)),
    );
    for (const page of pages)
      for (const task of parseTasks(page.content.split("\n")).flatMap(({ tasks }) => tasks))
        if (!task.isDone && task.people.some(({ id }) => id === userId)) found.push({ page, task });
  }
  return { found, isAll: lists.isAll };
}

/** The most recently changed task lists. */
async function findLists(): Promise<{ readonly ids: readonly string[]; readonly isAll: boolean }> {
  const ids: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null && ids.length < MAX_LISTS) {
    const query = "type=TASK_LIST&limit=50&changedSince=1970-01-01T00:00:00Z";
    // oxlint-disable-next-line no-await-in-loop -- each request needs the previous cursor
    const answer: SearchAnswer = await call("GET", `/api/search?${query}${cursor && path`&cursor=${cursor}`}`);
    ids.push(...answer.results.map(({ pageId }) => pageId));
    cursor = answer.nextCursor;
  }
  return { ids, isAll: cursor === null };
}

type Group = { readonly title: string; readonly own: readonly Own[] };

function groupsOf(found: readonly Own[], day: string): readonly Group[] {
  const week = new Date(Date.parse(day) + 7 * DAY_MS).toISOString().slice(0, day.length);
  const ordered = found.toSorted((a, b) => (a.task.due ?? "~").localeCompare(b.task.due ?? "~"));
  const due = (title: string, isIn: (date: string | null) => boolean): Group => ({
    title,
    own: ordered.filter(({ task }) => isIn(task.due)),
  });
  return [
    due(words.now, (date) => date !== null && date <= day),
    due(words.soon, (date) => date !== null && date > day && date <= week),
    due(words.later, (date) => date !== null && date > week),
    due(words.undated, (date) => date === null),
  ].filter(({ own }) => own.length > 0);
}

type Props = { readonly found: readonly Own[]; readonly isAll: boolean; readonly open: (own: Own) => void };

const MyTasks = ({ found, isAll, open }: Props) => (
  <>
    {found.length === 0 && <p class="muted">{words.none}</p>}
    {groupsOf(found, today()).map(({ title, own }) => (
      <section key={title}>
        <h3>{title}</h3>
        <ul>
          {own.map((each) => (
            <li key={`${each.page.id} ${each.task.line}`}>
              <a
                href={`/pages/${each.page.id}`}
                dir="auto"
                onClick={(event) => {
                  // With a modifier key, a link opens elsewhere.
                  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                  event.preventDefault();
                  open(each);
                }}
              >
                {wordsOf(each.task.source)}
              </a>
              <span class="muted"> {each.page.title}</span>
              <TaskFacts task={each.task} today={today()} />
            </li>
          ))}
        </ul>
      </section>
    ))}
    {!isAll && <p class="muted">{words.someLeftOut}</p>}
  </>
);
