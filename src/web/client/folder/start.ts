/** Opens the views of a folder: at once if it has any, otherwise when the user adds the first. */
import type { WrittenDocument } from "../document/document-page.ts";
import { onClick } from "../ui/dom.ts";
import { showError } from "../ui/notice.ts";
import { keptChoice } from "./kept-choice.ts";
import type { FolderViews } from "./views.tsx";

export function startFolder(root: HTMLElement, signal: AbortSignal, written: WrittenDocument | null): void {
  const names = [...root.querySelectorAll<HTMLElement>("[data-folder-view]")].map(
    ({ dataset }) => dataset["folderView"] ?? "",
  );
  const kept = keptChoice(root.dataset["page"] ?? "");
  const first = kept === "" ? null : (names.find((name) => name === kept) ?? names[0] ?? null);
  let loading: Promise<FolderViews> | null = null;
  const load = (chosen: string | null): Promise<FolderViews> =>
    (loading ??= import("./views.tsx").then(async (module) => {
      const views = new module.FolderViews({ root, signal, written });
      await views.start(chosen);
      return views;
    }));
  const run = (act: (views: FolderViews) => void, chosen: string | null = null): void => {
    load(chosen).then(act, (error: unknown) => {
      loading = null;
      showError(error);
    });
  };
  if (names.length > 0) run(() => undefined, first);
  onClick(root, "[data-add-view]", (button) => run((views) => views.addView(button)));
  onClick(root, "[data-folder-view]", ({ dataset }) => {
    if (loading === null) run((views) => views.choose(dataset["folderView"] ?? null));
  });
  onClick(root, "[data-act=show-folder]", () => {
    if (loading !== null) run((views) => views.choose(null));
  });
}
