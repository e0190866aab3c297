/** Uploads of a page: loaded when the page is idle, or earlier on demand. */
import { onClick } from "../ui/dom.ts";
import { attempt } from "../ui/notice.ts";
import type { View } from "../view.ts";
import { loadWhenIdle } from "../ui/when-idle.ts";

type Uploads = Required<Pick<View, "flush">>;

export function uploadsSoon(root: HTMLElement, signal: AbortSignal, onVersion: () => void): Uploads {
  if (!root.querySelector("[data-uploads]")) return { flush: () => Promise.resolve(true) };
  let started: Uploads | null = null;
  let coming: Promise<void> | null = null;
  const start = async (): Promise<void> => {
    const { startUploads } = await import("./uploads.ts");
    if (!signal.aborted) started = startUploads(root, signal, onVersion);
  };
  const load = (): Promise<void> =>
    (coming ??= start().catch((error: unknown) => {
      coming = null;
      throw error;
    }));
  onClick(root, "[data-choose-files]", (control) => {
    if (started !== null) return;
    attempt(control, async () => {
      await load();
      control.click();
    });
  });
  addEventListener("dragenter", () => void load().catch(reportError), { once: true, signal });
  loadWhenIdle(load);
  return { flush: () => started?.flush() ?? Promise.resolve(true) };
}
