/** Moves the open page to the trash: at once, with an undo. */
import { findPage } from "../../shared/sidebar/tree.ts";
import { words } from "../../../words/changes.ts";
import { call, path } from "../api/api.ts";
import { navigate } from "../shell/navigation.ts";
import { attempt } from "../ui/notice.ts";
import { sideView } from "../shell/side.tsx";
import { offerUndo } from "../ui/toast.ts";
import { trashPages } from "../tree/changes.ts";
import { state } from "../tree/state.ts";

export async function trashPage(id: string, title: string): Promise<void> {
  if (findPage(state.peek().tree, id)) return trashPages([id]);
  // The tree does not contain it: the page is deep, or the user may not see the drive.
  const drive = sideView()?.drive?.id;
  await navigate(drive === undefined ? "/" : path`/drives/${drive}`);
  if (sideView()?.pageId === id) return;
  await call("DELETE", path`/api/pages/${id}`);
  offerUndo(words.trashed(title), () =>
    attempt(null, async () => {
      await call("POST", path`/api/pages/${id}/restore`);
      await navigate(path`/pages/${id}`);
    }),
  );
}
