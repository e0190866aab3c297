/** Renaming a page in its row: Enter and leaving keep the new title, Escape the old one. */
import type { TreePage } from "../../shared/sidebar/tree.ts";
import { attempt } from "../ui/notice.ts";
import { renamePage } from "./changes.ts";
import { focusRow } from "./scroll.ts";
import { change, state } from "./state.ts";

export async function rename({ id }: TreePage): Promise<void> {
  focusRow(id);
  change({ renaming: id });
  // Signals are drawn in a microtask.
  await Promise.resolve();
  const field = document.querySelector<HTMLInputElement>("[role=tree] [data-name]");
  if (!field) return;
  field.focus();
  field.select();
  const ending = new AbortController();
  const { signal } = ending;
  const end = (keeps: boolean, returns: boolean): void => {
    if (signal.aborted) return;
    ending.abort();
    if (state.peek().renaming === id) change({ renaming: null });
    if (returns) focusRow(id);
    const title = field.value.replace(/\s+/g, " ").trim();
    if (keeps) attempt(null, () => renamePage(id, title));
  };
  field.addEventListener("blur", () => end(true, false), { signal });
  field.addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
      event.preventDefault();
      event.stopPropagation();
      end(event.key === "Enter", true);
    },
    { signal },
  );
}
