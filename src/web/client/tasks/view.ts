/** The view of a TASK_LIST page: its tasks over its text; one button switches to the text. */
import { Text } from "@codemirror/state";
import type { Page } from "../../../features/pages/contract.ts";
import { type Choices, LAYOUTS } from "../../shared/tasks/props.ts";
import { call, path } from "../api/api.ts";
import type { WrittenDocument } from "../document/document-page.ts";
import { need, onClick } from "../ui/dom.ts";
import { showError } from "../ui/notice.ts";
import { OpenTasks } from "./open-tasks.tsx";
import "../../styles/tasks-more.css";
import "../../styles/task-detail.css";
import "../../styles/calendar.css";
import { showTasksAs } from "../page/view-choices.ts";

export type TasksPage = {
  readonly focus: () => void;
  /** Reads the page again. */
  readonly refresh: () => void;
};

export function startTasks(root: HTMLElement, signal: AbortSignal, written: WrittenDocument | null): TasksPage {
  const whole = need("[data-tasks]", HTMLElement, root);
  const host = need("[data-tasks-view]", HTMLElement, root);
  const pageId = root.dataset["page"] ?? "";
  let open: OpenTasks | null = null;
  let isWanted = false;
  /** Choices made before the tasks were drawn. */
  let early: Partial<Choices> = {};
  const textOfPage = async (): Promise<Text> =>
    Text.of((await call<Page>("GET", path`/api/pages/${pageId}`)).content.split("\n"));

  async function start(): Promise<void> {
    const view = (await written?.editor) ?? null;
    const doc = view?.state.doc ?? (await textOfPage());
    if (signal.aborted) return;
    open = new OpenTasks({
      host,
      doc,
      view,
      userId: root.dataset["user"] ?? "",
      pageId,
      layout: LAYOUTS.find((each) => each === whole.dataset["layout"]) ?? "list",
      layoutChosen: (layout) => {
        whole.dataset["layout"] = layout;
        showTasksAs(layout);
      },
      textChosen: (isText) => {
        whole.toggleAttribute("data-shows-text", isText);
        view?.requestMeasure();
        if (isText) view?.focus();
      },
      signal,
    });
    open.show(early);
    if (isWanted) open.focusFirst();
  }
  onClick(root, "[data-tasks-show]", ({ dataset }) => {
    const shown = dataset["tasksShow"];
    const choice: Partial<Choices> =
      shown === "text" ? { isText: true } : { layout: LAYOUTS.find((each) => each === shown) ?? "list", isText: false };
    if (open) open.show(choice);
    else early = { ...early, ...choice };
  });
  start().catch(showError);
  return {
    focus: () => {
      isWanted = true;
      written?.focus();
      open?.focusFirst();
    },
    refresh: () => void textOfPage().then((doc) => open?.replace(doc), showError),
  };
}
