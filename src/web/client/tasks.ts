/** The view of a TASK_LIST page: its tasks over its text, which is one button away. */
import { Text } from "@codemirror/state";
import type { Page } from "../../features/pages/contract.ts";
import { call, path } from "./api.ts";
import type { WrittenDocument } from "./document-page.ts";
import { need } from "./dom.ts";
import { showError } from "./notice.ts";
import { OpenTasks } from "./tasks/open-tasks.tsx";
import { showTasksAs } from "./view-choices.ts";

export type TasksPage = {
  readonly focus: () => void;
  /** Reads the page anew. */
  readonly refresh: () => void;
};

export function startTasks(root: HTMLElement, signal: AbortSignal, written: WrittenDocument | null): TasksPage {
  const whole = need("[data-tasks]", HTMLElement, root);
  const host = need("[data-tasks-view]", HTMLElement, root);
  const pageId = root.dataset["page"] ?? "";
  let open: OpenTasks | null = null;
  let isWanted = false;
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
      driveId: root.dataset["members"] ?? "",
      layout: whole.dataset["layout"] === "board" ? "board" : "list",
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
    if (isWanted) open.focusFirst();
  }
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
