/** Mentions in a document: members of the drive, connections and people found by name, and pages by title. */
import type { Page } from "../../../features/pages/contract.ts";
import type { SearchAnswer } from "../../../features/search/contract.ts";
import { excerptOf } from "../../shared/document/excerpt.ts";
import type { EditorContext } from "../editor/context.ts";
import { ApiError, call, path } from "../api/api.ts";
import { PageViewers } from "../sharing/page-viewers.ts";

const OFFERED = 8;
/** Minimum search score of a match in the title. */
const IN_TITLE = 0.8;
/** Characters of a page's beginning. */
const EXCERPT = 200;

export type Lookup = Pick<EditorContext, "findPeople" | "findPages" | "describePage">;

export function mentionLookup(pageId: string): Lookup {
  const viewers = new PageViewers(pageId);
  return {
    async findPeople(query, signal) {
      const people = await viewers.find(query);
      signal.throwIfAborted();
      return people;
    },
    async findPages(query, signal) {
      if (query.trim() === "") return [];
      const { results } = await call<SearchAnswer>("GET", path`/api/search?q=${query}&limit=${OFFERED}`);
      signal.throwIfAborted();
      // Title matches only: a word somewhere in a text, including this one's, does not name a page.
      const named = results.filter((found) => found.score >= IN_TITLE && found.pageId !== pageId);
      return named.map(({ pageId: id, title, type, icon, path: where }) => ({
        id,
        title,
        type,
        icon,
        drive: driveSlugOf(where),
      }));
    },
    async describePage(id, signal) {
      const page = await call<Page>("GET", path`/api/pages/${id}`).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === "not_found") return null;
        throw error;
      });
      signal.throwIfAborted();
      return page && { title: page.title, excerpt: excerptOf(page.content, EXCERPT) };
    },
  };
}

/** A path starts with the drive. */
const driveSlugOf = (where: string): string => where.split("/")[1] ?? "";
