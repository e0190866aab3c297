/** The sentences that the demo understands. */

export type Target =
  | { readonly kind: "this" }
  /** A reference that tools accept as it is. */
  | { readonly kind: "reference"; readonly reference: string }
  | { readonly kind: "title"; readonly title: string };

export type Wish =
  | { readonly kind: "help" }
  | { readonly kind: "outline" | "trash"; readonly page: Target }
  | { readonly kind: "find"; readonly query: string }
  | { readonly kind: "task"; readonly title: string; readonly page: Target }
  | { readonly kind: "create"; readonly title: string };

const MENTION = /@\[(?:\\.|[^\]\\])*\]\((\w+):([\w-]+)\)/;
const LEADING_MENTIONS = new RegExp(`^(?:${MENTION.source}[\\s,:]*)+`);
const QUOTES = /^["'“”„‘’«»]+|["'“”„‘’«»]+$/g;

const clean = (text: string): string => text.trim().replaceAll(QUOTES, "").trim();

function targetOf(text: string): Target {
  const mention = MENTION.exec(text);
  if (mention?.[1] === "page") return { kind: "reference", reference: mention[2] ?? "" };
  const address = /\/pages\/([\w-]+)/.exec(text)?.[1];
  if (address !== undefined) return { kind: "reference", reference: address };
  const name = clean(text.replace(/^the page\s+/i, ""));
  if (name.startsWith("/")) return { kind: "reference", reference: name };
  return /^(this|it|this page|the page|here)$/i.test(name) ? { kind: "this" } : { kind: "title", title: name };
}

const RULES: readonly (readonly [RegExp, (first: string, second: string) => Wish])[] = [
  [/^(?:outline|summari[sz]e)\s+(.+)$/i, (page) => ({ kind: "outline", page: targetOf(page) })],
  [
    /^add (?:an? )?(?:task|to-?do) to ([^:]+):\s*(.+)$/i,
    (page, title) => ({ kind: "task", title: clean(title), page: targetOf(page) }),
  ],
  [
    /^add (?:an? )?(?:task|to-?do):?\s+(.+)\s+to\s+(.+)$/i,
    (title, page) => ({ kind: "task", title: clean(title), page: targetOf(page) }),
  ],
  [
    /^(?:create|make|write|add) (?:an? )?(?:new )?page (?:about|called|named|titled|on)\s+(.+)$/i,
    (title) => ({ kind: "create", title: clean(title) }),
  ],
  [/^(?:trash|delete|remove)\s+(.+)$/i, (page) => ({ kind: "trash", page: targetOf(page) })],
  [/^(?:find|search(?: for)?|look for)\s+(.+)$/i, (query) => ({ kind: "find", query: clean(query) })],
];

function wishOfLine(line: string): Wish | null {
  const sentence = line
    .replace(LEADING_MENTIONS, "")
    .replace(/^please\s+/i, "")
    .replace(/[.!?\s]+$/, "");
  for (const [pattern, wish] of RULES) {
    const found = pattern.exec(sentence);
    if (found) return wish(found[1] ?? "", found[2] ?? "");
  }
  return null;
}

/** The author's name may come first, on a line of its own or before a colon. A message that says nothing known asks for help. */
export function wishOf(message: string): Wish {
  const lines = message.split("\n").map((line) => line.trim());
  const candidates = lines.flatMap((line) => [line, line.replace(/^[^:]{1,80}:\s+/, "")]);
  return candidates.map(wishOfLine).find((wish) => wish !== null) ?? { kind: "help" };
}
