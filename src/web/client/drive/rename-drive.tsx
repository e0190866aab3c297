/** The dialog that renames a drive. */
import { words } from "../../../words/drive.ts";
import { call, path } from "../api/api.ts";
import { fieldOf } from "../ui/dom.ts";
import { handleSubmit, openRenderedDialog } from "../ui/rendered-dialog.ts";

export function openRename(driveId: string, name: string): void {
  const rename = async (form: HTMLFormElement): Promise<void> => {
    await call("PATCH", path`/api/drives/${driveId}`, { name: fieldOf(form, "name") });
    location.reload();
  };
  openRenderedDialog(words.renameDrive, () => (
    <form class="stack" onSubmit={handleSubmit(rename)}>
      <label for="drive-name">{words.name}</label>
      <input id="drive-name" name="name" required maxlength={100} defaultValue={name} autocomplete="off" />
      <p class="actions">
        <button type="submit">{words.rename}</button>
      </p>
    </form>
  ));
}
