/** A field that finds people by name. Its source lists the candidates; some sources also accept an email address. */
import { foldName } from "../../../kernel/fold.ts";
import type * as z from "zod";
import type { ConnectionList, PeopleFound } from "../../../features/people/contract.ts";
import { call, path } from "../api/api.ts";
import { element } from "../ui/dom.ts";
import { showError } from "../ui/notice.ts";
import { listMembers } from "./people.ts";
import { words } from "../../../words/people.ts";

export type Candidate = {
  /** Null for a person who is identified by email address. */
  readonly id: string | null;
  readonly name: string;
  readonly detail: string;
};

/** The fields that identify a candidate in a request. */
export const whoIs = ({ id, name }: Candidate): { readonly userId: string } | { readonly email: string } =>
  id === null ? { email: name } : { userId: id };

/** Maximum number of search results, and of suggestions before the user types. */
const OFFERED = 8;
const SUGGESTED = 50;
/** Minimum length of a search among all people. */
const SHORTEST = 2;
/** How long (ms) a search waits for the next key. */
const TYPING = 150;
const ADDRESS = /^\S+@\S+\.\S+$/;
const USER_ID = /^[\w-]{16,64}$/;

/** Where a picker finds its people. */
export type PeopleSource = {
  /** Offered before the user types. */
  readonly suggested: () => Promise<readonly Candidate[]>;
  readonly find: (text: string) => Promise<readonly Candidate[]>;
  /** Candidates when nobody is found: by email address or id. */
  readonly fallback: (text: string) => readonly Candidate[];
  readonly placeholder: string;
  /** Shown when nobody is found. */
  readonly noneFound: string;
};

/** Members of the drive, connections, and everyone who can be found by search. */
export function anybody(driveId: string, takesAddress: boolean): PeopleSource {
  const known = knownPeople(driveId);
  return {
    suggested: () => known,
    async find(text) {
      const [near, far] = await Promise.all([known, searchPeople(text)]);
      const matching = near.filter((each) => matches(text, each));
      return [...matching, ...far.filter((each) => !near.some((other) => other.id === each.id))];
    },
    fallback: (text) => asWritten(text, takesAddress),
    placeholder: words.nameOrAddress,
    noneFound: takesAddress ? words.noneFound : words.noneDiscovered,
  };
}

/** Members and connections. If one list is not readable, returns the other. */
export async function knownPeople(driveId: string): Promise<readonly Candidate[]> {
  const members = driveId === "" ? null : listMembers(driveId).catch(() => null);
  const connections = call<z.infer<typeof ConnectionList>>("GET", "/api/connections?limit=100").catch(() => null);
  const known = new Map<string, Candidate & { readonly id: string }>();
  for (const { userId, user } of (await members)?.members ?? [])
    known.set(userId, { id: userId, name: user.name, detail: user.email ?? words.inDrive });
  for (const { user } of (await connections)?.connections ?? [])
    if (!known.has(user.id)) known.set(user.id, { id: user.id, name: user.name, detail: words.connection });
  return [...known.values()];
}

export async function searchPeople(text: string): Promise<readonly Candidate[]> {
  if (Array.from(text).length < SHORTEST) return [];
  const { users } = await call<z.infer<typeof PeopleFound>>("GET", path`/api/users/search?q=${text}&limit=${OFFERED}`);
  return users.map(({ id, name, displayName, username, email }) => ({
    id,
    name: displayName ?? name,
    detail: email ?? (username === null ? "" : `@${username}`),
  }));
}

export const matches = (text: string, { name, detail }: Candidate): boolean =>
  foldName(`${name} ${detail}`)
    .split(" ")
    .some((word) => word.startsWith(foldName(text)));

/** A person who is not found is identified by email address or by a pasted id. */
function asWritten(text: string, takesAddress: boolean): Candidate[] {
  if (takesAddress && ADDRESS.test(text)) return [{ id: null, name: text, detail: words.byAddress }];
  return USER_ID.test(text) ? [{ id: text, name: text, detail: words.userId }] : [];
}

/** People to leave out, and the message if only they were found. */
type LeftOut = { readonly has: (userId: string) => boolean; readonly reason: string };

export class PeoplePicker {
  readonly nodes: readonly HTMLElement[];
  readonly #id: string;
  readonly #leftOut: LeftOut;
  readonly #source: PeopleSource;
  readonly #whenChosen: (() => void) | null;
  readonly #list: HTMLElement;
  readonly #said = element("p", { class: "muted picker-said", role: "status" });
  readonly #input: HTMLInputElement;
  #offered: readonly Candidate[] = [];
  #active = -1;
  #chosen: Candidate | null = null;
  /** Counts searches: one that was superseded shows nothing. */
  #turn = 0;

  /** `id` is the field's. With `whenChosen` the choice completes the form, so the list opens on focus. */
  constructor(id: string, source: PeopleSource, leftOut: LeftOut, whenChosen: (() => void) | null = null) {
    this.#id = id;
    this.#leftOut = leftOut;
    this.#source = source;
    this.#whenChosen = whenChosen;
    this.#list = element("ul", {
      id: `${id}-list`,
      class: "picker-list",
      role: "listbox",
      "aria-label": words.people,
      hidden: true,
    });
    this.#input = element("input", {
      id,
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": this.#list.id,
      "aria-autocomplete": "list",
      placeholder: source.placeholder,
      autocomplete: "off",
      spellcheck: "false",
    });
    this.#input.addEventListener("input", () => {
      this.#chosen = null;
      this.#input.setCustomValidity("");
      this.#offer().catch(showError);
    });
    const open = (): void => void (this.#list.hidden && this.#offer().catch(showError));
    this.#input.addEventListener("click", open);
    if (whenChosen) this.#input.addEventListener("focus", open);
    this.#input.addEventListener("blur", () => this.#close());
    this.#input.addEventListener("keydown", (event) => this.#press(event));
    this.nodes = [element("div", { class: "picker" }, this.#input, this.#list), this.#said];
  }

  /** Null if nobody is chosen; then the field reports it. */
  chosen(): Candidate | null {
    if (this.#chosen === null) {
      this.#input.setCustomValidity(words.choose);
      this.#input.reportValidity();
    }
    return this.#chosen;
  }

  clear(): void {
    this.#chosen = null;
    this.#input.value = "";
    this.#close();
  }

  #close(): void {
    this.#turn += 1;
    this.#offered = [];
    this.#draw();
  }

  #choose(candidate: Candidate): void {
    this.#chosen = candidate;
    this.#input.value = candidate.name;
    this.#input.setCustomValidity("");
    this.#said.textContent = "";
    this.#close();
    this.#whenChosen?.();
  }

  #draw(): void {
    const isOpen = this.#offered.length > 0;
    this.#list.hidden = !isOpen;
    this.#input.setAttribute("aria-expanded", String(isOpen));
    this.#list.replaceChildren(...this.#offered.map((candidate, index) => this.#option(candidate, index)));
    if (this.#active >= 0 && isOpen) this.#input.setAttribute("aria-activedescendant", `${this.#id}-${this.#active}`);
    else this.#input.removeAttribute("aria-activedescendant");
  }

  #option(candidate: Candidate, index: number): HTMLElement {
    const option = element(
      "li",
      { id: `${this.#id}-${index}`, role: "option", "aria-selected": String(index === this.#active) },
      element("span", {}, candidate.name),
      element("span", { class: "muted" }, candidate.detail),
    );
    // Keeps the focus in the field.
    option.addEventListener("mousedown", (event) => event.preventDefault());
    option.addEventListener("click", () => this.#choose(candidate));
    return option;
  }

  async #offer(): Promise<void> {
    const turn = (this.#turn += 1);
    const text = this.#input.value.trim();
    // The chosen person is already in the field.
    if (this.#chosen !== null) return;
    if (text !== "") await new Promise((resolve) => setTimeout(resolve, TYPING));
    if (turn !== this.#turn) return;
    const all = await (text === "" ? this.#source.suggested() : this.#source.find(text));
    if (turn !== this.#turn) return;
    this.#offered = [
      ...all.filter((each) => each.id === null || !this.#leftOut.has(each.id)),
      ...(all.length === 0 ? this.#source.fallback(text) : []),
    ].slice(0, text === "" ? SUGGESTED : OFFERED);
    const isNobody = this.#offered.length === 0;
    // Enter chooses the best search result; of the suggestions, only one reached with the arrow keys.
    this.#active = isNobody || (text === "" && !this.#whenChosen) ? -1 : 0;
    const isMissed = isNobody && text !== "";
    this.#said.textContent = !isMissed ? "" : all.length > 0 ? this.#leftOut.reason : this.#source.noneFound;
    this.#draw();
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (this.#list.hidden) {
      if (event.key === "ArrowDown") this.#offer().catch(showError);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const count = this.#offered.length;
    if (step !== undefined) this.#active = (Math.max(this.#active, step === 1 ? -1 : 0) + step + count) % count;
    else if (event.key === "Enter") {
      const candidate = this.#offered[this.#active];
      if (!candidate) return;
      this.#choose(candidate);
    } else if (event.key === "Escape") this.#close();
    else return;
    event.preventDefault();
    this.#draw();
  }
}
