/** The three pages offered to a new user: an introduction, a task list, and how to connect a tool. */
import type { PageType } from "../../../features/pages/contract.ts";
import { words } from "../../../words/starter.ts";

type Starter = { readonly title: string; readonly type: PageType; readonly content: string };

export const starterPages = (origin: string): readonly Starter[] => [
  { title: words.startTitle, type: "DOCUMENT", content: words.start },
  { title: words.tasksTitle, type: "TASK_LIST", content: words.tasks },
  { title: words.toolsTitle, type: "DOCUMENT", content: words.tools(origin) },
];
