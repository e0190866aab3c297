/** What the editor of a value offers: people who can see a page, pages by title, and the files of the page. */
import type { Page } from "../../../features/pages/contract.ts";
import type { PageFileList } from "../../../features/files/contract.ts";
import { foldKey } from "../../../formats/properties/front-matter.ts";
import { call, path } from "../api/api.ts";
import { mentionLookup } from "../document/mention-lookup.ts";
import type { Lookup } from "./value-editor.tsx";

const LISTED = 20;

/** `folderId`: the folder whose pages are offered before anything is typed. */
export function lookupFor(pageId: string, folderId: string | null): Lookup {
  const mentions = mentionLookup(pageId);
  const { signal } = new AbortController();
  return {
    findPeople: (typed) => mentions.findPeople(typed, signal),
    async findPages(typed) {
      if (folderId === null) return mentions.findPages(typed, signal);
      const { children } = await call<Page>("GET", path`/api/pages/${folderId}`);
      return children.filter(({ title }) => foldKey(title).includes(foldKey(typed))).slice(0, LISTED);
    },
    async findFiles(typed) {
      const { files } = await call<PageFileList>("GET", path`/api/pages/${pageId}/files`);
      return files
        .filter(({ filename }) => foldKey(filename).includes(foldKey(typed)))
        .slice(0, LISTED)
        .map(({ id, filename }) => ({ id, name: filename }));
    },
  };
}
