/** Shared by the steps of one run. */
import type * as z from "zod";
import type { Client, Credential } from "./client.ts";
import type { ExpectedPage } from "./expected-edits.ts";
import type { Options } from "./options.ts";
import type { Random } from "./random.ts";
import type { Folder } from "./readmes.ts";
import type { Report } from "./report.ts";
import type { Drive, NewToken, User } from "./shapes.ts";

/** The options, HTTP client and report that every smoke case receives. */
export type Smoke = { readonly options: Options; readonly client: Client; readonly report: Report };

export type World = Smoke & {
  readonly random: Random;
  readonly person: Credential;
  readonly user: z.infer<typeof User>;
  /** The drive with the pages, and the token scoped to it. */
  readonly drive: Drive;
  readonly token: NewToken;
  readonly tool: Credential;
  /** Another drive of the same user, and the token scoped to that one. */
  readonly otherDrive: Drive;
  readonly otherToken: NewToken;
};

/** A page created by the run, and its place. */
export type MadeFolder = Folder & { readonly id: string; readonly parentId: string | null };
export type MadePage = {
  readonly id: string;
  readonly folders: readonly Folder[];
  readonly parentId: string;
  readonly ledger: ExpectedPage;
};
export type Tree = { readonly folders: readonly MadeFolder[]; readonly pages: readonly MadePage[] };

export const PAGE_TITLE = "README.md";

export const bearer = (token: string): Credential => ({ kind: "bearer", token });

/** The ids of the folder and all its descendants. */
export function subtreeIds(tree: Tree, folder: MadeFolder): string[] {
  const ids = new Set([folder.id]);
  // Parents come before their children.
  for (const { id, parentId } of [...tree.folders, ...tree.pages])
    if (parentId !== null && ids.has(parentId)) ids.add(id);
  return [...ids];
}
