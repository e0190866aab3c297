/** A live page's requests to the service besides its connection. */
import type * as z from "zod";
import type { Page, VersionList } from "../../../features/pages/contract.ts";
import type { Requests } from "../editor/collaboration/by-request.ts";
import type { Tool } from "../editor/collaboration/tool-edits.ts";
import { ApiError, call, path } from "../api/api.ts";

/** The room merges changes from requests under its own name; the page's history has the real author. */
export async function writerOf(pageId: string): Promise<Tool | null> {
  const { versions } = await call<z.infer<typeof VersionList>>("GET", path`/api/pages/${pageId}/versions` + "?limit=1");
  return versions[0]?.token ?? null;
}

/** With these errors there was no response, or one that leaves the outcome open. */
const UNKNOWN: readonly ApiError["code"][] = ["offline", "internal", "unavailable"];

export function requestsTo(pageId: string, onTitle: (title: string) => void): Requests {
  const address = path`/api/pages/${pageId}`;
  const textOf = ({ content, revision, title }: Page) => {
    onTitle(title);
    return { text: content, revision };
  };
  return {
    read: async () => textOf(await call<Page>("GET", address)),
    write: async (content, baseRevision) => textOf(await call<Page>("PATCH", address, { content, baseRevision })),
    outcomeOf(error) {
      if (!(error instanceof ApiError) || UNKNOWN.includes(error.code)) return "unknown";
      return error.code === "rate_limited" ? "later" : "never";
    },
  };
}
