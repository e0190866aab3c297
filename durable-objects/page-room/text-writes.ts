/** What D1 is told of a text that people have typed. */
import type { Deps } from "../../src/deps.ts";
import { isThere, TRUE } from "../../src/db/sql.ts";
import { syncMentions } from "../../src/features/mentions/statements.ts";
import { writtenNow } from "../../src/features/pages/content/statements.ts";
import { projectContent } from "../../src/features/pages/statements.ts";
import { recordTokenWrite } from "../../src/features/pages/undo/statements.ts";
import { markDirty } from "../../src/features/search/statements.ts";
import type { UpdateLog } from "./update-log.ts";
import type { RoomPage } from "./schema.ts";

/** `before` is the text that D1's mentions are of; null when it is not known. */
export function textWrites(
  deps: Pick<Deps, "newId" | "now">,
  page: RoomPage,
  log: UpdateLog,
  { content, before }: { readonly content: string; readonly before: string | null },
) {
  const { now, newId } = deps;
  const { revision, last } = log;
  const updatedPage = writtenNow(page.id, revision, now);
  return [
    ...projectContent({ pageId: page.id, content, revision, title: null, now }, TRUE),
    markDirty(updatedPage, now),
    ...syncMentions(
      { pageId: page.id, by: last.author, tokenId: last.tokenId, now, newId },
      page.type,
      content,
      isThere(updatedPage),
      before,
    ),
    ...log.tokensAhead().map((tokenId) => recordTokenWrite(tokenId, page.id, now, TRUE)),
  ];
}
