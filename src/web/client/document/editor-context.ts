/** What a document's editor needs from the rest of the client: files, people, pages and notices. */
import type { EditorContext } from "../editor/context.ts";
import { isSameDocument } from "../shell/links.ts";
import type { Lookup } from "./mention-lookup.ts";
import { offerText } from "./lost-text.ts";
import { navigate } from "../shell/navigation.ts";
import { printedScope } from "./printed-scope.ts";
import { announce, showError } from "../ui/notice.ts";

const services = () => import("./editor-services.ts");

export function contextOf(root: HTMLElement): EditorContext {
  const pageId = root.dataset["page"] ?? "";
  const driveId = root.dataset["drive"] ?? "";
  let known: Lookup | undefined;
  // Loaded on the first mention or link preview.
  const lookup = async () => (known ??= (await services()).mentionLookup(pageId));
  return {
    pageId,
    driveId,
    properties: printedScope(root),
    upload: async (...file) => (await services()).upload(pageId, ...file),
    findPeople: async (query, signal) => (await lookup()).findPeople(query, signal),
    findPages: async (query, signal) => (await lookup()).findPages(query, signal),
    describePage: async (id, signal) => (await lookup()).describePage(id, signal),
    suggest: async (...asked) => (await services()).suggest(pageId, ...asked),
    makePage: async (made) => (await import("../page/new-page.tsx")).openNewPageBelow(pageId, made),
    openPicture: async (...picture) => (await services()).openPicture(...picture),
    open: (address) => {
      const to = new URL(address, location.href);
      if (isSameDocument(to, new URL(location.href))) location.assign(to);
      else if (to.origin === location.origin) navigate(address).catch(showError);
      else window.open(address, "_blank", "noopener");
    },
    announce,
    showError,
    offerText,
  };
}
