/** Files that are dropped on a conversation, or pasted outside a field, are attached to the next message. */
import { filesOf } from "../editor/copied-data.ts";
import { attachTo } from "./composer.tsx";
import { need } from "../ui/dom.ts";

export function takeFilesFor(root: HTMLElement, signal: AbortSignal): void {
  const main = need("main", HTMLElement);
  const take = (event: Event, data: DataTransfer | null): void => {
    const files = filesOf(data);
    if (event.defaultPrevented || files.length === 0) return;
    event.preventDefault();
    const composer = need("[data-composer]", HTMLElement, root);
    attachTo(composer, files);
  };
  root.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault(), {
    signal,
  });
  root.addEventListener(
    "drop",
    (event) => {
      take(event, event.dataTransfer);
      if (!event.defaultPrevented) return;
      // Elsewhere a dropped file becomes a page.
      event.stopPropagation();
      delete main.dataset["drop"];
    },
    { signal },
  );
  const isWritten = (target: EventTarget | null): boolean =>
    target instanceof Element && target.closest("input, textarea, [contenteditable]") !== null;
  document.addEventListener("paste", (event) => !isWritten(event.target) && take(event, event.clipboardData), {
    signal,
  });
}
