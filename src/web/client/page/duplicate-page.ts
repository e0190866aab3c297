/** Creates a copy of a page beside it, without its descendants. */
import type { Page } from "../../../features/pages/contract.ts";
import { words } from "../../../words/page-menu.ts";
import { call, path } from "../api/api.ts";
import { makePage } from "./make-page.ts";
import { navigate } from "../shell/navigation.ts";
import { announce } from "../ui/notice.ts";

const LONGEST_TITLE = 255;

export async function duplicatePage(id: string): Promise<void> {
  const { driveId, parentId, title, icon, cover, type, content } = await call<Page>("GET", path`/api/pages/${id}`);
  // Removes half a surrogate pair at the cut.
  const name = words
    .copyOf(title)
    .slice(0, LONGEST_TITLE)
    .replace(/\p{Cs}$/u, "");
  const copy = await makePage({ driveId, parentId, type, title: name, icon, cover, content });
  await navigate(path`/pages/${copy.id}` + "#title");
  announce(words.duplicated(title));
}
