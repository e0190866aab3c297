/** `<a>` and `<img>` tags in foreign Markdown. */
import type { SyntaxNode } from "@lezer/common";
import { Parser } from "htmlparser2";
import { writeImage } from "../markdown/image-model.ts";

/** The target of a link: its address here, and the page's id if it is a whole page. */
export type Destination = { readonly address: string; readonly pageId: string | null; readonly title: string };

export type HtmlLink = {
  readonly kind: "link" | "image";
  readonly target: string;
  /** The tag with a different address. */
  readonly retargeted: (address: string) => string;
  /** The Markdown form of the image. */
  readonly markdown: (address: string) => string;
};

type Attributes = Readonly<Record<string, string>>;

function linkOf(name: string, attributes: Attributes): HtmlLink | null {
  const key = name === "img" ? "src" : name === "a" ? "href" : null;
  const target = key === null ? undefined : attributes[key];
  if (key === null || target === undefined || target.trim() === "") return null;
  return {
    kind: name === "img" ? "image" : "link",
    target: target.trim(),
    retargeted: (address) => writeTag(name, { ...attributes, [key]: address }),
    markdown: (address) =>
      writeImage({ alt: attributes["alt"] ?? "", size: sizeOf(attributes), address, title: attributes["title"] ?? "" }),
  };
}

function sizeOf({ width = "", height = "" }: Attributes) {
  const [wide, high] = [width, height].map((written) =>
    /^\d{1,5}(?:px)?$/.test(written) ? Number.parseInt(written, 10) : 0,
  );
  return wide ? { width: wide, height: high || null } : null;
}

function writeTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === "" ? key : `${key}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`,
  );
  return `<${[name, ...written].join(" ")}>`;
}

/** The link of a single tag; null if the tag is not a link. */
export function linkInTag(tag: string): HtmlLink | null {
  return tagsOfBlock(tag)[0]?.link ?? null;
}

type FoundTag = { readonly link: HtmlLink; readonly from: number; readonly to: number };

/** Every link and image with the position of its tag. */
export function tagsOfBlock(source: string): FoundTag[] {
  const found: FoundTag[] = [];
  const parser: Parser = new Parser({
    onopentag(name, attributes) {
      const link = linkOf(name, attributes);
      if (link) found.push({ link, from: parser.startIndex, to: parser.endIndex + 1 });
    },
  });
  parser.write(source);
  parser.end();
  return found;
}

/** Elements around pictures that have no visual effect in Markdown. */
const WRAPPERS = new Set("p div center figure span picture source br a img b strong em i small".split(" "));

/** Null for a block with any other content, and for one without known targets. */
export function markdownOfBlock(source: string, resolve: (link: HtmlLink) => Destination | null): string | null {
  const parts: string[] = [];
  const ends: string[] = [];
  let [isSimple, isKnown] = [true, false];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!WRAPPERS.has(name)) isSimple = false;
      if (name === "br") parts.push("\n");
      const link = linkOf(name, attributes);
      const found = link && resolve(link);
      if (found) isKnown = true;
      if (link?.kind === "image") parts.push(link.markdown(found?.address ?? link.target));
      if (name !== "a") return;
      parts.push(link ? (found?.pageId ? "@[" : "[") : "");
      ends.push(link ? `](${found?.pageId ? `page:${found.pageId}` : (found?.address ?? link.target)})` : "");
    },
    onclosetag(name) {
      if (name === "a") parts.push(ends.pop() ?? "");
    },
    ontext(text) {
      if (/[\\`*_[\]<>#|$~]/.test(text)) isSimple = false;
      parts.push(text);
    },
    oncomment() {
      isSimple = false;
    },
  });
  parser.write(source);
  parser.end();
  const lines = parts.join("").split("\n");
  const written = lines.map((line) => line.trim()).filter((line) => line !== "");
  return isSimple && isKnown ? written.join("\n") : null;
}

/** The `</a>` that closes a link, among the siblings of its opening tag. */
export function closingTag(node: SyntaxNode, sliceOf: (node: SyntaxNode) => string): SyntaxNode | null {
  for (let next = node.nextSibling, steps = 0; next && steps < 50; next = next.nextSibling, steps++) {
    if (next.name !== "HTMLTag") continue;
    const tag = sliceOf(next).toLowerCase();
    if (tag.startsWith("</a")) return next;
    if (tag.startsWith("<a")) return null;
  }
  return null;
}
