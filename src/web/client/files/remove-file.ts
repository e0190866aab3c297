/** Deletes a stored file of a page. */
import { words } from "../../../words/page.ts";
import { call, path } from "../api/api.ts";
import { ask } from "../ui/dialog.ts";
import { announce } from "../ui/notice.ts";

export async function removeFile(control: HTMLElement): Promise<void> {
  const row = control.closest<HTMLElement>("[data-stored-file]");
  if (!row) return;
  const name = row.querySelector(".grow > a")?.textContent ?? "";
  const yes = await ask(words.removeFileAsked(name), words.fileDeletedForGood, words.remove);
  if (!yes) return;
  await call("DELETE", path`/api/files/${row.dataset["storedFile"] ?? ""}`);
  const section = row.closest("section");
  row.remove();
  if (section?.querySelector("li") === null) section.remove();
  announce(words.fileRemoved(name));
}
