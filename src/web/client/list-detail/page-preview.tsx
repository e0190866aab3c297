/** A page as the preview of a list shows it: its place in the tree, and the part of its text that the entry is about. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { parseTasks } from "../../../formats/tasks/tasks.ts";
import { holdsMarkdown } from "../../../kernel/page-type.ts";
import { words as crumbWords } from "../../../words/crumbs.ts";
import { words as pageWords } from "../../../words/page.ts";
import { words } from "../../../words/preview.ts";
import { ConversationView } from "../../shared/conversation/conversation-view.tsx";
import { threadsOf } from "../../shared/conversation/threads.ts";
import { CodePrint } from "../../shared/document/code-print.tsx";
import { DocumentPrint } from "../../shared/document/print.tsx";
import { Icon, PageIcon } from "../../shared/icons.tsx";
import { withKeys } from "../../shared/tasks/columns.ts";
import { TaskRow } from "../../shared/tasks/task-row.tsx";
import { ApiError } from "../api/api.ts";
import { today } from "../tasks/today.ts";
import { textAround } from "./text-around.ts";
import { loadedPage, loadPage, type PreviewedPage } from "./load-page.ts";

/** Selects the part of a page that its preview shows. */
type Focus = {
  readonly userId: string;
  /** Line of a task; null for the place that mentions the user, or the beginning. */
  readonly task?: number | null;
};

type Props = Focus & {
  readonly pageId: string;
  /** How long (ms) to wait before loading, while the user may move on to the next entry. */
  readonly wait: number;
  /** The button that opens the page. */
  readonly open: ComponentChildren;
};

/** Needs the id of the page as its key. */
export function PagePreview({ pageId, wait, open, ...focus }: Props) {
  const [shown, setShown] = useState<PreviewedPage | string | null>(loadedPage(pageId));
  useEffect(() => {
    if (shown !== null) return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      loadPage(pageId).then(
        (loaded) => isOver || setShown(loaded),
        (error: unknown) => isOver || setShown(failureOf(error)),
      );
    }, wait);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  if (typeof shown === "string") return <p class="muted">{shown}</p>;
  if (shown === null) return <p class="muted soon">{words.loading}</p>;
  const { page, crumbs } = shown;
  return (
    <>
      <div class="row spread detail-head">
        <nav class="crumbs" aria-label={crumbWords.whereThisIs}>
          <ol>
            {crumbs.slice(0, -1).map(({ id, title, icon }) => (
              <li key={id}>
                <a href={`/pages/${id}`} class="truncate">
                  {icon !== null && `${icon} `}
                  {title}
                </a>
                <Icon name="chevron-right" />
              </li>
            ))}
          </ol>
        </nav>
        {open}
      </div>
      <h2 class="detail-title" dir="auto">
        <PageIcon type={page.type} icon={page.icon} /> {page.title}
      </h2>
      <Body page={page} focus={focus} />
    </>
  );
}

const failureOf = (error: unknown): string =>
  error instanceof ApiError && error.code === "offline" ? error.message : words.unavailable;

type BodyProps = { readonly page: PreviewedPage["page"]; readonly focus: Focus };

const mentionOf = (userId: string): string => `](user:${userId})`;

function Body({ page, focus }: BodyProps) {
  if (page.type === "CHANNEL" || page.type === "AI_CHAT") return <Messages page={page} focus={focus} />;
  if (page.type === "TASK_LIST") return <Tasks page={page} focus={focus} />;
  if (page.content.trim() === "") return <p class="muted">{pageWords.nothingWritten}</p>;
  if (page.type === "CODE")
    return (
      <div class="doc code wraps">
        <CodePrint text={textAround(page.content, 0)} placeholder="" label={null} />
      </div>
    );
  if (!holdsMarkdown(page.type)) return <p class="muted">{words.openToSee}</p>;
  return (
    <div class="doc">
      <DocumentPrint text={textAround(page.content, Math.max(0, page.content.indexOf(mentionOf(focus.userId))))} />
    </div>
  );
}

const MAX_MESSAGES = 3;

/** Messages that mention the user, otherwise the newest. */
function Messages({ page: { messages }, focus: { userId } }: BodyProps) {
  const mentions = messages.filter(({ content }) => content.includes(mentionOf(userId)));
  const shown = (mentions.length > 0 ? mentions : messages).slice(-MAX_MESSAGES);
  return <ConversationView threads={threadsOf(shown)} now={Date.now()} hasOlder={false} />;
}

/** Number of tasks above and below the one that the entry is about. */
const BESIDE = 6;

/** The section with the task, or with the user's first open task. */
function Tasks({ page, focus: { userId, task } }: BodyProps) {
  const sections = withKeys(parseTasks(page.content.split("\n")), ({ line }) => String(line));
  const rows = sections.flatMap(({ tasks }) => tasks);
  const wanted =
    rows.find(({ line, isDone, people }) =>
      typeof task === "number" ? line === task : !isDone && people.some(({ id }) => id === userId),
    ) ?? rows[0];
  const section = sections.find(({ tasks }) => tasks.some((each) => each === wanted));
  if (!wanted || !section) return <p class="muted">{pageWords.nothingWritten}</p>;
  const at = section.tasks.indexOf(wanted);
  return (
    <div class="tasks">
      <section class="tasks-list">
        {section.title !== "" && <h2>{section.title}</h2>}
        <ul>
          {section.tasks.slice(Math.max(0, at - BESIDE), at + BESIDE + 1).map((row) => (
            <TaskRow key={row.key} row={row} today={today()} hands={null} isCurrent={row === wanted} />
          ))}
        </ul>
      </section>
    </div>
  );
}
