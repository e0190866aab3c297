/** What the palette offers for what was typed: pages by title, places in texts, people, commands, drives, a page to make. */
import type { SearchAnswer, SearchResult } from "../../../features/search/contract.ts";
import { decodeSegment } from "../../../kernel/page-path.ts";
import { words as messages } from "../../../words/palette.ts";
import { call } from "../api/api.ts";
import { type Command, isOffered } from "../shell/command.ts";
import { COMMANDS } from "../shell/commands.ts";
import { iconClass, pageSign } from "../../shared/icon-names.ts";
import type { RecentPage } from "../shell/recent-pages.ts";
import { type Choice, type Filter, sinceOf } from "./filters.ts";
import type { FilterKind } from "./key-list.ts";
import { type Folded, foldTitle, isSameName, rank, rankNamed } from "./rank.ts";
import type { TitleEntry, Titles } from "./title-store.ts";

export type Entry = {
  readonly key: string;
  readonly icon: string;
  /** The emoji of a page. */
  readonly glyph?: string;
  readonly title: string;
} & (
  | { readonly kind: "page"; readonly address: string; readonly detail: string }
  | { readonly kind: "passage"; readonly address: string; readonly detail: string; readonly result: SearchResult }
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "filter"; readonly by: FilterKind; readonly choice: Choice; readonly detail: string }
  | { readonly kind: "find" }
  | { readonly kind: "create" }
  | { readonly kind: "ask" }
);

export type Section = { readonly name: string; readonly entries: readonly Entry[] };

/** How many of each are shown. */
const PAGES = 8;
const COMMANDS_SHOWN = 6;
const PASSAGES = 8;
/** Titles that are folded without a pause. */
const PIECE = 1_000;
/** A page visited lately comes before one that answers as well. */
const LATELY = 1;

/** Titles made ready for one palette: folded, and with the names of what they lie in. */
export class TitleIndex {
  readonly #titles: readonly Folded<TitleEntry>[];
  readonly #byId: ReadonlyMap<string, TitleEntry>;
  readonly #drives: ReadonlyMap<string, string>;
  readonly #folders: readonly Folded<{ id: string; title: string }>[];

  /** In pieces, between which keys are answered. */
  static async make(titles: Titles): Promise<TitleIndex> {
    const folded: Folded<TitleEntry>[] = [];
    for (let at = 0; at < titles.pages.length; at += PIECE) {
      folded.push(...titles.pages.slice(at, at + PIECE).map(foldTitle));
      // oxlint-disable-next-line no-await-in-loop -- the pause is what it is for
      await new Promise((resolve) => setTimeout(resolve));
    }
    return new TitleIndex(titles, folded);
  }

  private constructor({ pages, drives }: Titles, folded: readonly Folded<TitleEntry>[]) {
    this.#titles = folded;
    this.#byId = new Map(pages.map((page) => [page.id, page]));
    this.#drives = new Map(drives.map(({ id, name }) => [id, name]));
    this.#folders = drives.map(({ id, name }) => foldTitle({ id, title: name }));
  }

  find(typed: string, filter: Filter, recent: ReadonlySet<string>): Entry[] {
    const lift = (id: string): number => (recent.has(id) ? LATELY : 0);
    return rank(typed, this.#within(filter), PAGES, lift).map((page) => this.#entry(page));
  }

  /** What the filter leaves, the page that was changed last first. */
  latest(filter: Filter): Entry[] {
    return this.#within(filter)
      .map(({ item }) => item)
      .toSorted((a, b) => b.changedAt - a.changedAt)
      .slice(0, 2 * PAGES)
      .map((page) => this.#entry(page));
  }

  findDrives(typed: string): Entry[] {
    return rank(typed, this.#folders, 3).map(({ id, title }) => ({
      kind: "page",
      key: `drive-${id}`,
      icon: iconClass("library"),
      title,
      address: `/drives/${id}`,
      detail: messages.drive,
    }));
  }

  /** Those of them that are still there, by the titles that they have now. */
  recent(pages: readonly RecentPage[]): Entry[] {
    return pages
      .flatMap(({ id }) => this.#byId.get(id) ?? [])
      .slice(0, PAGES)
      .map((page) => this.#entry(page));
  }

  /** Where a page lies, if it is one of these. */
  wayTo(id: string): string | null {
    const page = this.#byId.get(id);
    return page ? this.#wayTo(page) : null;
  }

  #within(filter: Filter): readonly Folded<TitleEntry>[] {
    const since = sinceOf(filter, Date.now()) ?? 0;
    const { type, in: drive } = filter;
    if (since === 0 && type === null && drive === null) return this.#titles;
    return this.#titles.filter(
      ({ item }) =>
        (type === null || item.type === type.id) &&
        (drive === null || item.driveId === drive.id) &&
        item.changedAt >= since,
    );
  }

  #entry(page: TitleEntry): Entry {
    const { id, title } = page;
    return {
      kind: "page",
      key: id,
      ...pageSign(page),
      title,
      address: `/pages/${id}`,
      detail: this.#wayTo(page),
    };
  }

  /** `Drive / Page above`, as far as this person may see it. */
  #wayTo(page: TitleEntry): string {
    const names: string[] = [];
    let above = page.parentId === null ? undefined : this.#byId.get(page.parentId);
    while (above && names.length < 64) {
      names.unshift(above.title);
      above = above.parentId === null ? undefined : this.#byId.get(above.parentId);
    }
    return [this.#drives.get(page.driveId) ?? "", ...names].filter(Boolean).join(" / ");
  }
}

/** Until the titles are there. */
export const visitedEntries = (pages: readonly RecentPage[]): Entry[] =>
  pages.slice(0, PAGES).map((page) => ({
    kind: "page",
    key: page.id,
    ...pageSign(page),
    title: page.title,
    address: `/pages/${page.id}`,
    detail: "",
  }));

export function findCommands(typed: string): Entry[] {
  const offered = COMMANDS.filter(isOffered).map((command) => ({
    id: command.id,
    title: command.label(),
    keywords: command.keywords ?? [],
    command,
  }));
  const found = typed.trim() === "" ? offered : rankNamed(typed, offered, COMMANDS_SHOWN);
  return found.map(({ title, command }) => ({
    kind: "command",
    key: command.id,
    icon: iconClass(command.icon ?? "chevron-right"),
    title,
    command,
  }));
}

/** Whether the name of an offered command was typed, and nothing else. */
export const isCommandName = (typed: string): boolean =>
  COMMANDS.some((command) => isSameName(command.label(), typed) && isOffered(command));

/** What the service finds: places in the texts of pages, and pages that answer by their title. */
export type Found = { readonly passages: readonly Entry[]; readonly pages: readonly Entry[] };

export async function findInService(typed: string, filter: Filter): Promise<Found> {
  const since = sinceOf(filter, Date.now());
  const query = new URLSearchParams({ limit: String(PASSAGES) });
  if (typed !== "") query.set("q", typed);
  if (filter.in) query.set("driveId", filter.in.id);
  if (filter.type) query.set("type", filter.type.id);
  if (filter.by) query.set("authorId", filter.by.id);
  if (since !== null) query.set("changedSince", new Date(since).toISOString());
  const { results } = await call<SearchAnswer>("GET", `/api/search?${query.toString()}`);
  const entryOf = (result: SearchResult) => ({
    ...pageSign(result),
    title: result.title,
    address: `/pages/${result.pageId}`,
    // A slash in a title is shown as it is.
    detail: decodeSegment(result.path),
  });
  const [there, not] = [true, false].map((isPassage) =>
    results.filter(({ highlights }) => highlights.length > 0 === isPassage),
  );
  return {
    passages: (there ?? []).map((result) => ({
      ...entryOf(result),
      kind: "passage",
      key: `text-${result.pageId}`,
      result,
    })),
    pages: (not ?? []).map((result) => ({ ...entryOf(result), kind: "page", key: result.pageId })),
  };
}

/** What to look for in the page that is opened: the words with some of those around them, else the words alone. */
export function needlesOf({ snippet, highlights }: SearchResult): string[] {
  const [first] = highlights;
  if (!first) return [];
  const [from, to] = first;
  return [snippet.slice(from, to + AROUND), snippet.slice(from, to)].map((text) => text.replace(/…$/, "").trim());
}

/** Letters behind the words; what stands further may be on another line. */
const AROUND = 12;
