/** The D1 statements that store a new text. */
import type { Deps } from "../../src/deps.ts";
import type { PageAppearance } from "../../src/kernel/page.ts";
import { isThere, TRUE, type Write } from "../../src/db/sql.ts";
import { syncMentions } from "../../src/features/mentions/statements.ts";
import { writtenNow } from "../../src/features/pages/content/statements.ts";
import { projectContent } from "../../src/features/pages/statements.ts";
import { syncProperties } from "../../src/features/properties/statements.ts";
import { recordTokenWrite } from "../../src/features/pages/undo/statements.ts";
import { markDirty } from "../../src/features/search/statements.ts";
import type { Authorship } from "./update-store.ts";
import type { RoomPage } from "./schema.ts";

type NewText = {
  readonly content: string;
  readonly revision: number;
  readonly title: string | null;
  readonly appearance?: PageAppearance;
  /** The text that D1's mentions were extracted from; null if unknown. */
  readonly before: string | null;
  readonly by: Pick<Authorship, "author" | "tokenId">;
  /** All tokens that wrote text which is new to D1. */
  readonly tokens: readonly string[];
};

/** `guarded` updates the page's row for an edit that D1 decides; without it the text is already committed in the room. */
export function textWrites(
  { now, newId }: Pick<Deps, "newId" | "now">,
  { id: pageId, type }: RoomPage,
  { content, revision, title, appearance = {}, before, by, tokens }: NewText,
  guarded?: Write<number>,
): Write<number>[] {
  const updatedPage = writtenNow(pageId, revision, now);
  const applies = isThere(updatedPage);
  const mentioned = { pageId, by: by.author, tokenId: by.tokenId, now, newId };
  return [
    ...projectContent({ pageId, content, revision, title, appearance, now }, guarded),
    markDirty(updatedPage, now),
    ...syncMentions(mentioned, type, content, applies, before),
    ...syncProperties({ id: pageId, type }, content, applies),
    ...tokens.map((tokenId) => recordTokenWrite(tokenId, pageId, now, guarded ? applies : TRUE)),
  ];
}
