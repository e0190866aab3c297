/** Pages as resources of the protocol: `page://{id}`, the text as it is, without line numbers. */
import { Id } from "../../../kernel/contract.ts";
import type { PageType } from "../../../kernel/page-type.ts";
import { readPresent } from "../tools/page-text.ts";
import type { ToolContext } from "../tools/tool.ts";

const SCHEME = "page://";

export const TEMPLATES = [
  {
    uriTemplate: `${SCHEME}{id}`,
    name: "page",
    title: "Page",
    description: "The text of a page: Markdown, CSV of a sheet, HTML of a canvas, source of code",
    mimeType: "text/markdown",
  },
];

const MIME_TYPES: Partial<Record<PageType, string>> = {
  SHEET: "text/csv",
  CANVAS: "text/html",
  CODE: "text/plain",
  FILE: "text/plain",
};

type Contents = { uri: string; mimeType: string; text: string };

/** Null for an address that is none of a page. */
export function pageIdIn(uri: string): string | null {
  const pageId = uri.startsWith(SCHEME) ? uri.slice(SCHEME.length) : "";
  return Id.safeParse(pageId).success ? pageId : null;
}

/** Null for an address that is none of a page. Throws `not_found` for a page that the caller may not see. */
export async function readResource(context: ToolContext, uri: string): Promise<Contents | null> {
  const pageId = pageIdIn(uri);
  if (pageId === null) return null;
  const { type, content: text } = await readPresent(context, pageId);
  return { uri, mimeType: MIME_TYPES[type] ?? "text/markdown", text };
}
