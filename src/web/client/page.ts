/** An open page: its title, its text, and what can be done with it. */
import type { Page } from "../../features/pages/contract.ts";
import { call, path } from "./api.ts";
import { ask } from "./dialog.ts";
import { find, onClick } from "./dom.ts";
import { type Editor, fitHeight, startEditor } from "./editor.ts";
import { type FileView, startFile } from "./file.ts";
import { openHistory } from "./history.ts";
import { listFile } from "./listing.ts";
import { attempt, announce } from "./notice.ts";
import { openSharing } from "./share.ts";
import { startUploads } from "./uploads.ts";

export function startPage(root: HTMLElement): void {
  const id = root.dataset["page"] ?? "";
  const title = find("[data-title]", HTMLTextAreaElement, root);
  let showTitle: (title: string) => void = () => undefined;
  const isFile = find("[data-file]", HTMLElement, root) !== null;
  const file = isFile ? startFile(root, id) : null;
  const editor = isFile ? null : startEditor(root, (text) => showTitle(text));
  startUploads(root, (record) => (file ? file.watch() : listFile(root, record, id)));
  if (title) showTitle = startTitle(id, title, find("[data-body]", HTMLTextAreaElement, root));
  onClick(root, "[data-act]", (control) => act(control, root, id, { editor, file }));
  if (location.hash !== "#write") return;
  // A page that was just made waits for its first words.
  find("[data-body]", HTMLTextAreaElement, root)?.focus();
  history.replaceState(null, "", location.pathname);
}

/** What the page holds: text to write or a file. */
type PageBody = { readonly editor: Editor | null; readonly file: FileView | null };

function act(control: HTMLElement, root: HTMLElement, id: string, { editor, file }: PageBody): void {
  switch (control.dataset["act"] ?? "") {
    case "share":
      return attempt(control, () =>
        openSharing(id, root.dataset["members"] ?? "", root.hasAttribute("data-can-share")),
      );
    case "history":
      return attempt(control, async () => {
        if (editor) await openHistory(id, root.hasAttribute("data-can-edit"), editor);
      });
    case "convert":
      return attempt(control, async () => file?.convert());
    case "reprocess":
      return attempt(control, async () => file?.reprocess());
    case "copy-id":
      return attempt(control, async () => {
        await navigator.clipboard.writeText(id);
        announce("Page id copied.");
      });
    case "remove-file":
      return attempt(control, () => removeFile(control));
    case "trash":
      return attempt(control, () => trash(root, id, editor));
    case "restore":
      return attempt(control, async () => {
        await call("POST", path`/api/pages/${id}/restore`);
        location.reload();
      });
  }
}

async function removeFile(control: HTMLElement): Promise<void> {
  const row = control.closest<HTMLElement>("[data-stored-file]");
  if (!row) return;
  const name = row.querySelector(".grow > a")?.textContent ?? "";
  const yes = await ask(`Remove ${name}?`, "The file is deleted for good. It does not go to the trash.", "Remove");
  if (!yes) return;
  await call("DELETE", path`/api/files/${row.dataset["storedFile"] ?? ""}`);
  const section = row.closest("section");
  row.remove();
  if (section?.querySelector("li") === null) section.remove();
  announce(`${name} was removed.`);
}

async function trash(root: HTMLElement, id: string, editor: Editor | null): Promise<void> {
  const yes = await ask(
    "Move to trash?",
    "The page and all pages under it go to the trash of this drive. You can restore them from there.",
    "Move to trash",
  );
  if (!yes) return;
  if (root.hasAttribute("data-dirty")) await editor?.save();
  await call("DELETE", path`/api/pages/${id}`);
  location.assign(path`/drives/${root.dataset["drive"] ?? ""}`);
}

/** The title saves when it is left or Enter is pressed, and Escape takes the typing back. Returns how to show a new one. */
function startTitle(id: string, field: HTMLTextAreaElement, body: HTMLTextAreaElement | null): (title: string) => void {
  let known = field.value;
  const show = (title: string): void => {
    if (document.activeElement !== field || field.value === known) field.value = title;
    known = title;
    document.title = `${title} · Octavo`;
    for (const copy of document.querySelectorAll("[data-current-title]")) copy.textContent = title;
    fitHeight(field);
  };
  const save = (): void => {
    const title = field.value.replace(/\s+/g, " ").trim();
    if (title === "" || title === known) {
      field.value = known;
      return;
    }
    attempt(field, async () => {
      show((await call<Page>("PATCH", path`/api/pages/${id}`, { title })).title);
      announce("Renamed.");
    });
  };
  field.addEventListener("input", () => fitHeight(field));
  field.addEventListener("blur", save);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    if (event.key === "Escape") field.value = known;
    if (body && event.key === "Enter") body.focus({ preventScroll: true });
    else field.blur();
  });
  fitHeight(field);
  return show;
}
