/** Which files of an archive have the comment threads of its pages. */
import { THREADS_SUFFIX } from "../../formats/transfer/thread-file.ts";
import type { Manifest } from "./contract.ts";

export type ThreadOwner = {
  /** The path of the page. */
  readonly page: string;
  /** The manifest says so; otherwise it is only named like such a file. */
  readonly isListed: boolean;
};

export class ThreadOwners {
  readonly #listed: ReadonlyMap<string, string>;
  readonly #pages: ReadonlySet<string>;
  readonly #paths: ReadonlySet<string>;

  constructor(manifest: Manifest | null, entries: readonly { readonly path: string }[]) {
    const pages = manifest?.pages ?? [];
    this.#listed = new Map(pages.flatMap(({ path, comments }) => (comments ? [[comments, path] as const] : [])));
    this.#pages = new Set(pages.map(({ path }) => path));
    this.#paths = new Set(entries.map(({ path }) => path));
  }

  of(path: string): ThreadOwner | null {
    const listed = this.#listed.get(path);
    if (listed !== undefined) return { page: listed, isListed: true };
    if (this.#pages.has(path) || !path.endsWith(THREADS_SUFFIX)) return null;
    const name = path.slice(0, -THREADS_SUFFIX.length);
    const page = name === "" ? undefined : [name, `${name}/`].find((each) => this.#paths.has(each));
    return page === undefined ? null : { page, isListed: false };
  }
}
