/**
 * Citations in an answer: links to lines of a page whose title quotes those lines. A model may invent both, so a link stays
 * only if the quoted words are in the text that the answer has read. Linear in the answer and in the pages.
 */
import type { SyntaxNode } from "@lezer/common";
import { decodeEntity } from "../../formats/markdown/entities.ts";
import { unescape, unwrap } from "../../formats/markdown/references.ts";
import { documentParser } from "../../formats/markdown/syntax.ts";
import { PageText, type ReadPage } from "./page-text.ts";

export type Citation = {
  readonly pageId: string;
  /** Lines, from 1. */
  readonly from: number;
  readonly to: number;
  /** The title without its quotation marks; empty if the link has none. */
  readonly quote: string;
  /** `text.slice(start, end)` is the link as written. */
  readonly start: number;
  readonly end: number;
};

/** `label` and `title` are as written. The page is empty and lines are 0 if the address does not name any. */
type FoundLink = Citation & { readonly label: string; readonly title: string };

/** Further links of an answer are not verified and so do not stay. */
const MAX_CITATIONS = 100;

/** Every link to lines of a page, in order. `origin` is that of our own addresses. */
export const citationsIn = (text: string, origin: string): Citation[] =>
  linksIn(text, origin)
    .links.filter(({ pageId, from }) => pageId !== "" && from > 0)
    .map(({ label: _label, title: _title, ...citation }) => citation);

/** `lookup` returns the text of a page that the answer has read, else null. */
export function withVerifiedCitations(
  text: string,
  origin: string,
  lookup: (pageId: string) => ReadPage | null,
): string {
  const pages = new Map<string, PageText | null>();
  const pageOf = (pageId: string): PageText | null => {
    const known = pages.get(pageId);
    if (known !== undefined) return known;
    const read = lookup(pageId);
    const page = read === null ? null : new PageText(read);
    pages.set(pageId, page);
    return page;
  };
  let result = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = verifyOnce(result, origin, pageOf);
    if (next === result) return result;
    result = next;
  }
  return linksIn(result, origin).links.length === 0 ? result : result.replaceAll("](", "]\\(");
}

/** A link that goes away may leave another one: `[[a](b)](c)`. Answers in which that goes on lose all links. */
const MAX_PASSES = 4;

function verifyOnce(text: string, origin: string, pageOf: (pageId: string) => PageText | null): string {
  const { links, definitions } = linksIn(text, origin);
  const edits = [
    ...links.map((link, index) => {
      return {
        start: link.start,
        end: link.end,
        written: rewritten(link, index < MAX_CITATIONS ? pageOf : () => null),
      };
    }),
    ...definitions.map((range) => ({ ...range, written: "" })),
  ].toSorted((a, b) => a.start - b.start);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, written } of edits) {
    parts.push(text.slice(at, start), written);
    at = end;
  }
  return parts.join("") + text.slice(at);
}

function rewritten(link: FoundLink, pageOf: (pageId: string) => PageText | null): string {
  const { pageId, label, title } = link;
  const page = pageId === "" ? null : pageOf(pageId);
  const lines = page?.locate(link.quote, link) ?? null;
  if (page === null || lines === null) return label;
  const { from, to } = lines;
  return `[${label}](/pages/${pageId}?revision=${page.revision}#L${from}${to > from ? `-L${to}` : ""} ${title})`;
}

type Links = {
  readonly links: FoundLink[];
  /** Definitions of reference links (`[1]: address`), in which citations are not supported. */
  readonly definitions: { readonly start: number; readonly end: number }[];
};

/** The grammar that draws the answer finds its links, so that none is drawn that was not looked at. */
function linksIn(text: string, origin: string): Links {
  const found: Links = { links: [], definitions: [] };
  // Parsing is slow, and most answers contain no address of a page.
  if (!/\]\(|\]:/.test(text)) return found;
  documentParser.parse(text).iterate({
    enter({ name, node }) {
      if (name === "Link") {
        const link = readLink(text, node, origin);
        if (link !== null) found.links.push(link);
      } else if (name === "LinkReference") {
        const address = node.getChild("URL");
        if (address !== null && readAddress(text.slice(address.from, address.to), origin) !== null)
          found.definitions.push({ start: node.from, end: node.to });
      }
    },
  });
  return found;
}

function readLink(text: string, node: SyntaxNode, origin: string): FoundLink | null {
  const { from: start, to: end } = node;
  const closing = node.getChildren("LinkMark")[1];
  // A label may contain a bare address, which is a child of the same name.
  const address = node.getChildren("URL").find(({ from }) => closing !== undefined && from > closing.from);
  if (closing === undefined || address === undefined) return null;
  const target = readAddress(text.slice(address.from, address.to), origin);
  if (target === null) return null;
  const mark = node.getChild("LinkTitle");
  const title = mark === null ? "" : text.slice(mark.from, mark.to);
  const quote = decode(unescape(title.slice(1, -1)));
  return { ...target, quote, start, end, label: text.slice(start + 1, closing.from), title };
}

const PAGES = "/pages/";
const PAGE_PATH = /^\/pages\/([0-9A-Za-z_-]{1,64})\/?$/;
const LINES = /^#L(\d{1,7})(?:-L?(\d{1,7}))?$/;

/** The page and lines of an address that looks like one of lines of a page, else null. */
function readAddress(written: string, origin: string): Pick<FoundLink, "pageId" | "from" | "to"> | null {
  const url = URL.parse(decode(unwrap(written)), origin);
  if (url?.origin !== origin || !url.pathname.startsWith(PAGES) || !url.hash.startsWith("#L")) return null;
  const [, pageId = ""] = PAGE_PATH.exec(url.pathname) ?? [];
  const [, from = "0", to = from] = LINES.exec(url.hash) ?? [];
  return { pageId, from: Number(from), to: Math.max(Number(from), Number(to)) };
}

const decode = (text: string): string =>
  text.replace(/&#?[0-9A-Za-z]{1,32};/g, (entity) => decodeEntity(entity) ?? entity);
