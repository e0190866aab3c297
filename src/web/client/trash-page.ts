/** Putting the open page into the trash: at once, and to be undone. */
import { findPage } from "../app/tree.ts";
import { words } from "../messages/changes.ts";
import { call, path } from "./api.ts";
import { navigate } from "./navigation.ts";
import { attempt } from "./notice.ts";
import { sideView } from "./side.tsx";
import { offerUndo } from "./toast.ts";
import { trashPages } from "./tree/changes.ts";
import { state } from "./tree/state.ts";

export async function trashPage(id: string, title: string): Promise<void> {
  if (findPage(state.peek().tree, id)) return trashPages([id]);
  // The tree does not have it: it lies deep, or the drive is not theirs to see.
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
