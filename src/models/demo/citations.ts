/** Quotes lines of pages as links that lead to these lines. */

export type ReadPage = {
  readonly id: string;
  readonly title: string;
  readonly revision: number;
  readonly lines: readonly { readonly number: number; readonly text: string }[];
};

type Hit = { readonly id: string; readonly title: string; readonly snippet: string };

const MAX_LISTED = 8;
const MAX_QUOTED = 80;

/** Lines of a fetched page, which come as `   1 | text`. Null if nothing was fetched. */
export function parsePage(fetched: Readonly<Record<string, unknown>> | null): ReadPage | null {
  if (fetched === null) return null;
  const { id, title, revision, text } = fetched;
  const lines = (typeof text === "string" ? text : "").split("\n").flatMap((line) => {
    const [, number, content = ""] = /^\s*(\d+) \| ?(.*)$/.exec(line) ?? [];
    return number === undefined ? [] : [{ number: Number(number), text: content }];
  });
  return {
    id: typeof id === "string" ? id : "",
    title: typeof title === "string" ? title : "",
    revision: typeof revision === "number" ? revision : 0,
    lines,
  };
}

const linkText = (text: string): string => text.replaceAll(/[[\]\\]/g, String.raw`\$&`);

const quoted = (text: string): string => {
  const short = text.replaceAll(/\s+/g, " ").trim();
  const cut = short.length > MAX_QUOTED ? `${short.slice(0, MAX_QUOTED)}…` : short;
  return cut.replaceAll(/["\\]/g, "'");
};

export const pageLink = ({ id, title }: { readonly id: string; readonly title: string }): string =>
  `[${linkText(title)}](/pages/${id})`;

function lineLink({ id, title }: ReadPage, first: number, last: number, words: string): string {
  const lines = first === last ? `L${first}` : `L${first}-L${last}`;
  return `[${linkText(title)}](/pages/${id}#${lines} "${quoted(words)}")`;
}

const HEADING = /^#{1,6}\s+/;

/** Each heading with the first line below it, or the first lines of a page without headings. */
export function listOutline(page: ReadPage): string {
  const written = page.lines.filter(({ text }) => text.trim() !== "");
  if (written.length === 0) return `${pageLink(page)} is empty.`;
  const headings = written.flatMap((line, index) =>
    HEADING.test(line.text) ? [{ line, below: written[index + 1] }] : [],
  );
  const items =
    headings.length > 0
      ? headings.map(({ line, below }) => {
          const name = line.text.replace(HEADING, "");
          const body = below && !HEADING.test(below.text) ? below : null;
          const words = body ? `${name} ${body.text}` : name;
          return `- **${name}** ${lineLink(page, line.number, body?.number ?? line.number, words)}`;
        })
      : written.map((line) => `- ${quoted(line.text)} ${lineLink(page, line.number, line.number, line.text)}`);
  return [`${pageLink(page)} has these parts:`, "", ...items.slice(0, MAX_LISTED)].join("\n");
}

/** The pages that were found; the first one, if it was read, with the line in which the words occur. */
export function listMatches(query: string, hits: readonly Hit[], read: ReadPage | null): string[] {
  const words = query.toLowerCase().split(/\s+/);
  const line = read?.lines.find(({ text }) => words.some((word) => text.toLowerCase().includes(word)));
  return hits.slice(0, MAX_LISTED).map((hit) => {
    if (read && line && hit.id === read.id)
      return `- “${quoted(line.text)}” ${lineLink(read, line.number, line.number, line.text)}`;
    return `- ${pageLink(hit)}`;
  });
}
