/** The people who can see a page: offered before anything is typed, then by the start of their names. */
import type * as z from "zod";
import type { PageViewer, ViewerList } from "../../../features/pages/viewers/contract.ts";
import { hasWords, wordsIn } from "../../../kernel/person-names.ts";
import { words } from "../../../words/people.ts";
import { call, path } from "../api/api.ts";
import type { Candidate, PeopleSource } from "./people-sources.ts";

const MAX_VIEWERS = 100;
/** How long (ms) the list is reused before it is fetched again. */
const FRESH_MS = 30_000;

const RELATIONS = { you: words.you, member: words.inDrive, guest: words.guest } as const;

type Viewer = Candidate & { readonly id: string };

const toViewer = ({ id, name, relation }: PageViewer): Viewer => ({ id, name, detail: RELATIONS[relation] });

export class PageViewers {
  readonly #pageId: string;
  #all: readonly Viewer[] | null = null;
  #fetchedAt = 0;

  constructor(pageId: string) {
    this.#pageId = pageId;
  }

  /** The user first, then members, then guests. */
  async find(query: string): Promise<readonly Viewer[]> {
    const all = await this.#everybody();
    const text = query.trim();
    if (text === "") return all;
    // If there are more viewers than one response contains, the service searches them.
    if (all.length === MAX_VIEWERS) return this.#fetch(text);
    const wanted = wordsIn(text);
    return wanted.length === 0 ? [] : all.filter(({ name, detail }) => hasWords([name, youIn(detail)], wanted));
  }

  async #everybody(): Promise<readonly Viewer[]> {
    if (this.#all && Date.now() - this.#fetchedAt < FRESH_MS) return this.#all;
    try {
      this.#all = await this.#fetch("");
      this.#fetchedAt = Date.now();
    } catch (error) {
      // When offline, the old list is better than none.
      if (!this.#all) throw error;
    }
    return this.#all;
  }

  async #fetch(q: string): Promise<readonly Viewer[]> {
    const address = path`/api/pages/${this.#pageId}/viewers?q=${q}&limit=${MAX_VIEWERS}`;
    return (await call<z.infer<typeof ViewerList>>("GET", address)).viewers.map(toViewer);
  }
}

/** The viewers of a page as the source of a picker. */
export function viewersOf(pageId: string): PeopleSource {
  const viewers = new PageViewers(pageId);
  return {
    suggested: () => viewers.find(""),
    find: (text) => viewers.find(text),
    fallback: () => [],
    placeholder: words.name,
    noneFound: words.noViewerFound,
  };
}

/** Users also find themselves by the word for "you". */
const youIn = (detail: string): string | null => (detail === words.you ? detail : null);
