/** The three pages that a new person can begin with: what one can do here, a list of tasks, and how a tool is connected. */
import type { PageType } from "../../features/pages/contract.ts";
import { words } from "../messages/starter.ts";

type Starter = { readonly title: string; readonly type: PageType; readonly content: string };

export const starterPages = (origin: string): readonly Starter[] => [
  { title: words.startTitle, type: "DOCUMENT", content: words.start },
  { title: words.tasksTitle, type: "TASK_LIST", content: words.tasks },
  { title: words.toolsTitle, type: "DOCUMENT", content: words.tools(origin) },
];
