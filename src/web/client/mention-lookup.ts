/** Whom and what a document can mention: people of the drive, connections and those found by name, and pages by title. */
import type { Page } from "../../features/pages/contract.ts";
import type { SearchAnswer } from "../../features/search/contract.ts";
import { excerptOf } from "../document/excerpt.ts";
import type { EditorContext } from "../editor/context.ts";
import { ApiError, call, path } from "./api.ts";
import { KINDS } from "./page-kinds.ts";
import { type Candidate, knownPeople, matches, searchPeople } from "./people-picker.ts";

const OFFERED = 8;
/** The least score of what a search finds in titles, by whole words or their letters. */
const IN_TITLE = 0.8;
/** Characters of what a page begins with. */
const EXCERPT = 200;

export type Lookup = Pick<EditorContext, "findPeople" | "findPages" | "describePage">;

/** `membersOf` is the id of the drive whose members may be listed, or empty. */
export function mentionLookup(pageId: string, membersOf: string): Lookup {
  /** Those who need no search: asked for once. */
  let known: Promise<readonly Candidate[]> | null = null;
  return {
    async findPeople(query, signal) {
      known ??= knownPeople(membersOf);
      const [near, found] = await Promise.all([known, searchPeople(query.trim())]);
      signal.throwIfAborted();
      const people = [...near.filter((person) => matches(query.trim(), person)), ...found];
      return [...new Map(people.map((person) => [person.id, person])).values()].flatMap(({ id, name, detail }) =>
        id === null ? [] : [{ id, name, email: detail }],
      );
    },
    async findPages(query, signal) {
      if (query.trim() === "") return [];
      const { results } = await call<SearchAnswer>("GET", path`/api/search?q=${query}&limit=${OFFERED}`);
      signal.throwIfAborted();
      // By their title: a word that some text has somewhere, this one too, names no page.
      const named = results.filter((found) => found.score >= IN_TITLE && found.pageId !== pageId);
      return named.map(({ pageId: id, title, type, path: where }) => ({
        id,
        title,
        type: KINDS[type].label,
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

/** A path begins with the drive. */
const driveSlugOf = (where: string): string => where.split("/")[1] ?? "";
