/** Pages as protocol resources: `page://{id}` returns the raw text in parts, without line numbers. */
import * as z from "zod";
import { Id } from "../../../kernel/contract.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { formatOf } from "../../../formats/formats.ts";
import { splitLines } from "../../../realtime/text.ts";
import { shorten } from "../tools/answer-size.ts";
import { partOf, readPresent, type Part } from "../tools/page-text.ts";
import type { ToolContext } from "../tools/tool.ts";

const SCHEME = "page://";

export const TEMPLATES = [
  {
    uriTemplate: `${SCHEME}{id}`,
    name: "page",
    title: "Page",
    description:
      "The text of a page: Markdown, CSV of a sheet, HTML of a canvas, source of code. Long texts are returned in parts",
    mimeType: "text/markdown",
  },
  {
    uriTemplate: `${SCHEME}{id}{?startLine,startColumn}`,
    name: "page_part",
    title: "Part of a page",
    description: "The text of a page starting at a line, and in a very long line at a character",
    mimeType: "text/markdown",
  },
];

type Contents = { uri: string; mimeType: string; text: string };

/** Null for a URI that is not that of a whole page. */
export function pageIdIn(uri: string): string | null {
  const pageId = uri.startsWith(SCHEME) ? uri.slice(SCHEME.length) : "";
  return Id.safeParse(pageId).success ? pageId : null;
}

const Position = z.strictObject({
  startLine: z.coerce.number().int().min(1).optional(),
  startColumn: z.coerce.number().int().min(1).optional(),
});

/** Token limit for the text; the rest of the response is for the continuation notice. */
const TEXT_TOKENS = 24_000;

const MAX_QUOTED = 200;

/** Throws `not_found` for a URI of no page or of a page hidden from the caller, `invalid_request` for an invalid position. */
export async function readResource(context: ToolContext, uri: string): Promise<Contents[]> {
  const [address = "", query] = uri.split("?", 2);
  const pageId = pageIdIn(address);
  if (pageId === null) throw notFound(shorten(uri, MAX_QUOTED));
  const position = Position.safeParse(Object.fromEntries(new URLSearchParams(query)));
  if (!position.success)
    throw invalid(
      "uri",
      "In a page URI, startLine and startColumn are numbers from 1. No other parameters are allowed.",
    );
  const { startLine, startColumn: column } = position.data;
  const { type, content } = await readPresent(context, pageId);
  const lines = splitLines(content);
  const part = partOf(lines, startLine, lines.length, { column, tokens: TEXT_TOKENS, most: lines.length });
  const text = part.lines.join("\n");
  return [{ uri, mimeType: formatOf(type).mediaType, text }, ...rest(address, part, lines.length)];
}

/** The continuation notice for a text that does not fit into one response. */
function rest(address: string, { endLine, nextLine, nextColumn }: Part, totalLines: number): Contents[] {
  if (nextLine === null) return [];
  const next = `${address}?startLine=${nextLine}${nextColumn === null ? "" : `&startColumn=${nextColumn}`}`;
  const text = `These were the lines up to ${endLine} of ${totalLines}. To continue, read ${next}.`;
  return [{ uri: next, mimeType: "text/plain", text }];
}
