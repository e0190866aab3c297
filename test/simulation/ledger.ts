/** What the answers given so far promise. The checks compare it with what is stored. */
import type { Model } from "../model/model.ts";
import type { Start } from "./people.ts";

/** `yes`: acknowledged. `no`: refused. `maybe`: unknown to the client. `any`: later changes may have removed it. */
export type State = "yes" | "no" | "maybe" | "any";

export type Word = {
  readonly page: string;
  state: State;
  readonly sentAt: number;
  answeredAt: number;
  readonly isAppended: boolean;
  /** The word that its author typed before it at the end of the same text. */
  readonly follows?: string | null;
};
export type Message = { readonly page: string; readonly user: string; readonly mentions: string | null; id: string | null; state: State; deleted: State; maySee: "always" | "perhaps" | "never" }; // oxfmt-ignore
export type Upload = {
  readonly page: string;
  readonly content: string;
  id: string | null;
  state: State;
  deleted: State;
};
export type Import = { readonly name: string; readonly titles: readonly string[]; id: string | null };
export type Range = { min: number; max: number };

/** A copy of the expected state of the workspace, taken together with a copy of the database that may be restored later. */
export type Kept = Pick<Ledger, "model" | "messages" | "uploads" | "partUploads" | "imports" | "audit" | "toolRevisions" | "shared" | "revisions" | "filePages" | "lastEditors"> & { readonly states: ReadonlyMap<string, State> }; // oxfmt-ignore

/** The words of operations in a text, in order. The space before one may be gone, if it belonged to a word that others removed. */
export const wordsIn = (text: string): string[] => text.match(/w\d+(?:_\d)?/g) ?? [];

/** The outcome of a request for its client: acknowledged, refused for certain, or unknown. */
export function stateOf(status: number): "yes" | "no" | "maybe" {
  if (status === 0 || status >= 500) return "maybe";
  return status < 400 ? "yes" : "no";
}

export class Ledger {
  readonly words = new Map<string, Word>();
  readonly messages = new Map<string, Message>();
  readonly uploads: Upload[] = [];
  /** Uploads in parts, whose file names are unique. Cancelled ones are refused. */
  readonly partUploads: { readonly filename: string; readonly state: State }[] = [];
  /** Imports that have begun, or may have; those that certainly have get an id. */
  readonly imports: Import[] = [];
  /** Sessions and tokens that were ended, or may have been, by raw credential. */
  readonly ended = new Map<string, State>();
  /** Number of audit entries by kind, actor and resource. */
  readonly audit = new Map<string, Range>();
  /** Revisions that tools made, by page. A version ends where another tool goes on. */
  readonly toolRevisions = new Map<string, { readonly revision: number; readonly user: string }[]>();
  /** Notifications about rights on a page, by page and user. */
  readonly shared = new Map<string, Range>();
  /** Typed words when they were acknowledged. */
  readonly saves: { readonly word: string; readonly user: string; readonly page: string; readonly at: number }[] = [];
  /** The user whose edit of a page was acknowledged last. */
  readonly lastEditors = new Map<string, string>();
  /** Revisions of acknowledged edits, by page. */
  readonly revisions = new Map<string, Map<number, string>>();
  /** Words of one commit whose outcome is unknown: both are there, or neither. */
  readonly together: (readonly [string, string])[] = [];
  /** The main database was restored to an earlier time. */
  isRestored = false;
  /** Run when nothing of the round is under way any more. */
  readonly afterRound: (() => void)[] = [];
  readonly wrong: string[] = [];
  readonly log: string[] = [];
  readonly start: Start;
  readonly #now: () => number;
  #model: Model;
  /** Models that were valid before the present one, with the times at which they were replaced. */
  readonly earlier: { readonly model: Model; readonly until: number }[] = [];

  constructor(start: Start, now: () => number) {
    this.start = start;
    this.#now = now;
    this.#model = start.model;
  }

  get model(): Model {
    return this.#model;
  }

  set model(next: Model) {
    this.earlier.push({ model: this.#model, until: this.#now() });
    this.#model = next;
  }

  get documents(): string[] {
    return [...this.model.pages.keys()].filter((id) => !this.start.channels.has(id) && !this.filePages.has(id));
  }

  /** Pages that uploads have created. */
  readonly filePages = new Set<string>();

  expectAudit(kind: string, actor: string, resource: string, state: "yes" | "no" | "maybe", isCertain = true): void {
    if (state === "no") return;
    const key = `${kind} by ${actor} on ${resource}`;
    const range = this.audit.get(key) ?? { min: 0, max: 0 };
    if (state === "yes" && isCertain) range.min += 1;
    range.max += 1;
    this.audit.set(key, range);
  }

  /** Everything in a text that was shown to anybody has been committed, whatever its author was told. */
  see(page: string, text: string): void {
    for (const name of wordsIn(text)) {
      const word = this.words.get(name);
      if (word?.page === page && word.state === "maybe") word.state = "yes";
    }
  }

  addRevision(page: string, revision: number, word: string): void {
    const known = this.revisions.get(page) ?? new Map<number, string>();
    const other = known.get(revision);
    if (other !== undefined && other !== word)
      this.wrong.push(`${page}: ${word} and ${other} both got revision ${revision}`);
    known.set(revision, word);
    this.revisions.set(page, known);
  }

  keep(): Kept {
    const { model, messages, uploads, partUploads, imports, audit, toolRevisions, shared, revisions, filePages, lastEditors } = this; // oxfmt-ignore
    const kept = structuredClone({ messages, uploads, partUploads, imports, audit, toolRevisions, shared, revisions, filePages, lastEditors }); // oxfmt-ignore
    return { ...kept, model: model.copy(), states: new Map([...this.words].map(([name, { state }]) => [name, state])) };
  }

  /**
   * The database was restored to what it contained then. Rooms still have later texts, and the audit log later entries, so
   * that these may be there.
   */
  rewind(kept: Kept): void {
    const { states, audit, shared, messages, uploads, partUploads, imports, ...others } = kept;
    for (const [name, word] of this.words)
      if (word.state !== "no" && states.get(name) !== word.state) word.state = "any";
    for (const [now, then] of [
      [this.audit, audit],
      [this.shared, shared],
    ] as const)
      // oxfmt-ignore
      for (const [key, range] of now) range.min = then.get(key)?.min ?? 0;
    const isUnfinished = new Set(imports.map(({ name }) => name));
    // The room of one of the pages may bring its part back without the other.
    replaceAll(this.together, []);
    replaceAll(this.uploads, uploads);
    replaceAll(this.partUploads, partUploads);
    // What an import needs may have been deleted when it was done.
    replaceAll(this.imports, this.imports.filter(({ name }) => isUnfinished.has(name)).map((each) => ({ ...each, id: null }))); // oxfmt-ignore
    for (const name of ["messages", "toolRevisions", "revisions", "lastEditors"] as const) {
      this[name].clear();
      for (const [key, value] of { messages, ...others }[name]) (this[name] as Map<string, unknown>).set(key, value);
    }
    this.filePages.clear();
    for (const id of others.filePages) this.filePages.add(id);
    this.model = others.model;
  }

  fail(what: string): void {
    this.wrong.push(what);
  }
}

function replaceAll<T>(list: T[], by: readonly T[]): void {
  list.splice(0, list.length, ...by);
}
