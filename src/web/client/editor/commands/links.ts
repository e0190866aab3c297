/** Links and mentions in the text: find, create, change and remove them. */
import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { escapeLabel, type MentionTarget } from "../../../../formats/mentions.ts";
import { treeTo } from "./command.ts";
import { type Span, wholeThings, wordsIn } from "./inline.ts";

export type LinkFound = Span & {
  /** The text between the brackets; for a bare link, the address itself. */
  readonly label: Span;
  readonly address: string;
  /** A mention's label is the name of the person or page. A reference has its address elsewhere in the text. */
  readonly kind: "link" | "bare" | "mention" | "reference";
};

const MENTION = /^(user|page):([0-9A-Za-z_-]{1,64})$/;

function mentionTarget(address: string): MentionTarget | null {
  const [, kind, id] = MENTION.exec(address) ?? [];
  return id === undefined ? null : { kind: kind === "user" ? "user" : "page", id };
}

/** The page on this service that an address points to. */
export function pageIdOf(address: string): string | null {
  const target = mentionTarget(address);
  if (target) return target.kind === "page" ? target.id : null;
  const [, id] = /^\/pages\/([0-9A-Za-z_-]{1,64})(?:[?#].*)?$/.exec(address) ?? [];
  return id ?? null;
}

function inlineLink(state: EditorState, node: SyntaxNode): LinkFound | null {
  const [open, close] = node.getChildren("LinkMark");
  if (!open || !close) return null;
  const url = node.getChild("URL");
  const label = { from: open.to, to: close.from };
  if (!url) return { from: node.from, to: node.to, label, address: "", kind: "reference" };
  const address = state.doc.sliceString(url.from, url.to).replace(/^<|>$/g, "");
  const isMention = mentionTarget(address) !== null && state.doc.sliceString(node.from - 1, node.from) === "@";
  return { from: node.from - (isMention ? 1 : 0), to: node.to, label, address, kind: isMention ? "mention" : "link" };
}

/** The link at a position, including its ends. */
export function linkAt(state: EditorState, pos: number): LinkFound | null {
  const tree = treeTo(state, pos);
  for (const side of [-1, 1] as const) {
    for (let node: SyntaxNode | null = tree.resolveInner(pos, side); node; node = node.parent) {
      if (node.name === "Link") return inlineLink(state, node);
      const isBare =
        node.name === "Autolink" ||
        (node.name === "URL" && !/^(Link|Image|LinkReference|Autolink)$/.test(node.parent?.name ?? ""));
      if (!isBare) continue;
      const url = node.getChild("URL") ?? node;
      const label = { from: url.from, to: url.to };
      return {
        from: node.from,
        to: node.to,
        label,
        address: state.doc.sliceString(label.from, label.to),
        kind: "bare",
      };
    }
  }
  return null;
}

/** Escapes an address for use between parentheses. */
function writeAddress(address: string): string {
  const trimmed = address.trim().replace(/[\r\n]+/g, "");
  const isPlain = /^(?!<)(?:[^\s()]|\([^\s()]*\))*$/.test(trimmed);
  return isPlain ? trimmed : `<${trimmed.replaceAll("<", "%3C").replaceAll(">", "%3E")}>`;
}

/** The URL to open for an address; null if its scheme is not allowed, such as one that runs scripts. */
export function openable(address: string): string | null {
  const page = pageIdOf(address);
  if (page !== null && address.startsWith("page:")) return `/pages/${page}`;
  if (/^(https?:|mailto:|tel:|\/(?!\/)|#)/i.test(address)) return address;
  return /^www\./i.test(address) ? `https://${address}` : null;
}

/** Adds the scheme to a website or email address typed without one. */
export function completeAddress(address: string): string {
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(address)) return `mailto:${address}`;
  const isSite = /^([\p{L}\p{N}-]+\.)+\p{L}{2,}(:\d+)?([/?#]\S*)?$/u.test(address);
  return isSite ? `https://${address}` : address;
}

/** The text that a link would be made of: the selection within one line, or the word at the caret. */
export function linkSpan(state: EditorState): Span | null {
  const { from, to, empty, head } = state.selection.main;
  const range = empty ? state.wordAt(head) : { from, to };
  const words = range ? wordsIn(state, range.from, range.to) : [];
  const [span] = words;
  return span && words.length === 1 && span.to > span.from ? wholeThings(state, span, false) : null;
}

/** Turns text into a link; null if there is no text, or it already contains a link. */
export function linkOver(state: EditorState, address: string): TransactionSpec | null {
  const span = linkSpan(state);
  if (span === null || linksWithin(state, span)) return null;
  const end = `](${writeAddress(address)})`;
  return {
    changes: [
      { from: span.from, insert: "[" },
      { from: span.to, insert: end },
    ],
    selection: { anchor: span.to + 1 + end.length },
    userEvent: "input.link",
  };
}

function linksWithin(state: EditorState, { from, to }: Span): boolean {
  let found = false;
  treeTo(state, to).iterate({
    from,
    to,
    enter: ({ name, from: start, to: end }) => {
      if (/^(Link|Autolink|URL)$/.test(name) && start < to && end > from) found = true;
    },
  });
  return found;
}

/** Inserts a new link where there is no text to turn into one. */
export function insertLink(state: EditorState, text: string, address: string): TransactionSpec {
  const { from, to } = state.selection.main;
  const insert = `[${escapeLabel(text)}](${writeAddress(address)})`;
  return { changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: "input.link" };
}

/** Rewrites a link's text and address where they changed; `text` is null to leave the text as it is. */
export function editLink(link: LinkFound, text: string | null, address: string): TransactionSpec | null {
  const changes = [];
  if (link.kind === "bare") {
    const label = text === null || text === link.address ? null : escapeLabel(text);
    const insert = label === null ? address.trim() : `[${label}](${writeAddress(address)})`;
    return insert === link.address
      ? null
      : { changes: { from: link.from, to: link.to, insert }, userEvent: "input.link" };
  }
  if (text !== null) changes.push({ from: link.label.from, to: link.label.to, insert: escapeLabel(text) });
  if (address !== link.address && link.kind === "link") {
    changes.push({ from: link.label.to, to: link.to, insert: `](${writeAddress(address)})` });
  }
  return changes.length > 0 ? { changes, userEvent: "input.link" } : null;
}

/** Removes the link but not its text. */
export function removeLink(state: EditorState, link: LinkFound): TransactionSpec {
  if (link.kind === "bare") {
    // As inline code, an address is not a link.
    return { changes: { from: link.from, to: link.to, insert: `\`${link.address}\`` }, userEvent: "delete.link" };
  }
  const words = state.doc.sliceString(link.label.from, link.label.to);
  return { changes: { from: link.from, to: link.to, insert: words }, userEvent: "delete.link" };
}
