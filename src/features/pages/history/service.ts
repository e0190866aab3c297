/** A page's history: versions by author and token, their texts, and restoring one. */
import type { Caller } from "../../../kernel/caller.ts";
import { toIso } from "../../../kernel/clock.ts";
import { paginate } from "../../../kernel/cursor.ts";
import { AppError, notFound } from "../../../kernel/errors.ts";
import { DELETED_USER } from "../../../kernel/person.ts";
import type { Deps } from "../../../deps.ts";
import { authorizePage } from "../../../permissions/authorize-page.ts";
import { toPage } from "../service.ts";
import { loadPage, readContent } from "../store.ts";
import { compareLines } from "../../../realtime/line-diff.ts";
import type { Page, VersionDiff, VersionList, VersionText } from "../contract.ts";
import type * as z from "zod";
import { editPage } from "../edit-page.ts";
import { callRoom } from "../content/service.ts";
import { authorNamesOf } from "./author-name-store.ts";

type Paging = { cursor?: number | undefined; limit: number };

export async function listVersions(
  deps: Deps,
  caller: Caller,
  pageId: string,
  { cursor, limit }: Paging,
): Promise<z.infer<typeof VersionList>> {
  const [{ target: page }] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), []);
  const kept = await callRoom(deps, () => deps.objects.room(pageId).versions(limit + 1, cursor ?? null, page.revision));
  // The room of a page that was never edited has no versions; the page as created is its only version.
  const unedited =
    cursor === undefined
      ? [
          {
            version: page.revision,
            author: page.createdBy,
            others: [],
            tokenId: null,
            at: page.createdAt,
            until: page.createdAt,
          },
        ]
      : [];
  const { page: versions, nextCursor } = paginate(kept ?? unedited, limit, ({ version }) => String(version));
  const [users, tokens] = await deps.db.batch(authorNamesOf(versions));
  return {
    versions: versions.map((version) => ({
      version: version.version,
      author: named(version.author, users, DELETED_USER),
      token: version.tokenId === null ? null : named(version.tokenId, tokens, "Deleted token"),
      others: version.others.map((id) => named(id, users, DELETED_USER)),
      at: toIso(version.at),
      until: toIso(version.until),
    })),
    nextCursor,
  };
}

const named = (id: string, names: ReadonlyMap<string, string>, gone: string): { id: string; name: string } => ({
  id,
  name: names.get(id) ?? gone,
});

export async function getVersion(
  deps: Deps,
  caller: Caller,
  pageId: string,
  version: number,
): Promise<z.infer<typeof VersionText>> {
  const [{ target: page }, stored] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [
    readContent(pageId),
  ]);
  const kept = await callRoom(deps, () => deps.objects.room(pageId).textAt(version, page.revision));
  const content = kept ?? (version === page.revision ? stored : null);
  if (content === null) throw notFound("This version");
  return { pageId, version, content };
}

/** The line changes of a version, compared with another version or the previous one. */
export async function diffVersion(
  deps: Deps,
  caller: Caller,
  pageId: string,
  version: number,
  from: number | undefined,
): Promise<VersionDiff> {
  const after = await getVersion(deps, caller, pageId, version);
  const before = from ?? (await versionBefore(deps, pageId, version));
  const old = before === null ? "" : (await getVersion(deps, caller, pageId, before)).content;
  const hunks = compareLines(old, after.content);
  const count = (kind: string): number =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0);
  return { pageId, from: before, to: version, added: count("added"), removed: count("removed"), hunks };
}

/** The version must have been read just before. */
async function versionBefore(
  deps: Pick<Deps, "log" | "objects">,
  pageId: string,
  version: number,
): Promise<number | null> {
  const [before] = (await callRoom(deps, () => deps.objects.room(pageId).versions(1, version, version))) ?? [];
  return before?.version ?? null;
}

/** An ordinary edit: concurrent changes are merged, and the history keeps both. */
export async function restoreVersion(deps: Deps, caller: Caller, pageId: string, version: number): Promise<Page> {
  const { edited, page, children } = await editPage(deps, caller, {
    pageId,
    changeFor: (type) => {
      if (type === "FILE") throw new AppError("not_editable", "The text of a FILE page is extracted from its file.");
      return { kind: "version", version };
    },
    view: "page-and-children",
  });
  return toPage(page, edited.text, children);
}
