/**
 * Decides which calls of tools an agent may make at once and which wait for the asker. Both functions look only at parsed
 * arguments and at facts about pages, never at what the model says about the call. Whether a tool exists and is enabled,
 * and whether the asker has the rights, is checked elsewhere.
 */
import { sha256 } from "../../platform/tokens.ts";
import type { AgentSettings } from "../agents/contract.ts";
import type { ToolName } from "../mcp/contract.ts";

/** Creating or changing more pages than this in one call waits for the asker. */
export const MAX_PAGES_UNASKED = 20;
/** In a page with more lines than this, removing more than half of them waits for the asker. */
export const MAX_REWRITTEN_LINES = 50;

type Arguments = Readonly<Record<string, unknown>>;

/** What a call names: `P` is a reference as the model wrote it, or the page it refers to. */
export type Targets<P> = {
  /** Pages that the call reads or changes. */
  readonly pages: readonly P[];
  /** Pages whose subpages it lists, or under which it creates or moves pages. */
  readonly parents: readonly P[];
  /** References to drives, or their ids. */
  readonly drives: readonly string[];
  /** Number of new pages. */
  readonly created: number;
  /** The page on which it posts a message. */
  readonly postsTo: P | null;
};

/** The drive is null for a page that does not exist or is hidden from the asker: the tool itself reports that. */
export type ResolvedPage = { readonly id: string; readonly driveId: string | null };

export type ResolvedCall = Targets<ResolvedPage> & { readonly tool: ToolName; readonly args: Arguments };

type Shape = {
  /** `edit` changes texts, `write` changes anything else. */
  readonly kind: "read" | "edit" | "write";
  /** The argument that names the pages. */
  readonly pages?: string;
  readonly isOnParent?: true;
  readonly isOnDrive?: true;
};

const SHAPES: Readonly<Record<ToolName, Shape>> = {
  list_drives: { kind: "read" },
  list_pages: { kind: "read", isOnParent: true, isOnDrive: true },
  search: { kind: "read", isOnDrive: true },
  fetch: { kind: "read", pages: "id" },
  list_members: { kind: "read", pages: "page", isOnDrive: true },
  edit_page: { kind: "edit", pages: "page" },
  edit_cells: { kind: "edit", pages: "page" },
  update_tasks: { kind: "edit", pages: "page" },
  replace_text: { kind: "edit", pages: "pages" },
  create_pages: { kind: "write", isOnParent: true, isOnDrive: true },
  move_pages: { kind: "write", pages: "pageIds", isOnParent: true, isOnDrive: true },
  trash_pages: { kind: "write", pages: "pageIds" },
  restore_pages: { kind: "write", pages: "pageIds" },
  post_message: { kind: "write", pages: "page" },
  history: { kind: "read", pages: "page" },
  revert: { kind: "write", pages: "page" },
};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const referencesIn = (value: unknown): string[] => listOf(value).filter((each) => typeof each === "string");

/** The references that the arguments contain, for the caller to resolve. */
export function targetsOf(tool: ToolName, args: Arguments): Targets<string> {
  const { pages: name, isOnParent, isOnDrive } = SHAPES[tool];
  const pages = name === undefined ? [] : referencesIn(args[name]);
  return {
    pages,
    parents: isOnParent ? referencesIn(args["parentId"]) : [],
    drives: isOnDrive ? referencesIn(args["driveId"]) : [],
    created: tool === "create_pages" ? listOf(args["pages"]).length : 0,
    postsTo: tool === "post_message" && !isComment(args) ? (pages[0] ?? null) : null,
  };
}

/** True for a comment on words of a page, which is no message to the readers of a conversation. */
const isComment = (args: Arguments): boolean =>
  ["quote", "replacement", "resolved"].some((name) => args[name] !== undefined);

/** For an agent that may only suggest: the call as one that suggests, or null for one that it may not make. */
export function onlySuggesting(tool: ToolName, args: Arguments): Arguments | null {
  const { kind } = SHAPES[tool];
  if (kind === "edit") return { ...args, suggest: true };
  return kind === "read" || (tool === "post_message" && isComment(args)) ? args : null;
}

/** The arguments with ids in place of the references, so that the call means what was checked. */
export function withIds(
  tool: ToolName,
  args: Arguments,
  ids: { readonly pages: readonly string[]; readonly parents: readonly string[]; readonly drives: readonly string[] },
): Arguments {
  const { pages: name, isOnParent, isOnDrive } = SHAPES[tool];
  const pages = name === undefined ? undefined : args[name];
  return {
    ...args,
    ...(name !== undefined && pages !== undefined && { [name]: Array.isArray(pages) ? ids.pages : ids.pages[0] }),
    ...(isOnParent && args["parentId"] !== undefined && { parentId: ids.parents[0] }),
    ...(isOnDrive && args["driveId"] !== undefined && { driveId: ids.drives[0] }),
  };
}

/** A dry run changes nothing. */
export const isWrite = (tool: ToolName, args: Arguments): boolean =>
  SHAPES[tool].kind !== "read" && args["dryRun"] !== true;

/** True if `facts.removals` must come from a dry run of the call. */
export const needsDryRun = (tool: ToolName, args: Arguments): boolean =>
  SHAPES[tool].kind === "edit" && isWrite(tool, args) && !isSuggestion(args);

/** A suggestion changes nothing until a person accepts it. */
const isSuggestion = (args: Arguments): boolean => args["suggest"] === true;

/** Lines that an edit would remove or replace, and lines of the page before it. */
export type Removal = { readonly removedLines: number; readonly totalLines: number };

export type RiskFacts = {
  readonly conversation: { readonly pageId: string; readonly driveId: string };
  /** The agent's setting: only risky calls wait, or all that write. */
  readonly approval: AgentSettings["approval"];
  /** The answer has read text by people who could not make this write themselves. */
  readonly untrusted: boolean;
  /** For each page that the call edits; see `needsDryRun`. */
  readonly removals: readonly Removal[];
  /** What the asker has allowed for the rest of this answer: drives, and all writes that can be undone. */
  readonly permitted: { readonly drives: readonly string[]; readonly writes: boolean };
};

export type RiskReason =
  | "trash"
  | "revert"
  | "move_between_drives"
  | "other_drive"
  | "post_elsewhere"
  | "many_pages"
  | "rewrite"
  | "read_outsiders"
  | "every_write";

export type Risk = { readonly kind: "free" } | { readonly kind: "ask"; readonly reasons: readonly RiskReason[] };

/** Drives that the call names, and drives of the pages that it names. */
export function drivesOf({ pages, parents, drives }: ResolvedCall): string[] {
  const ofPages = [...pages, ...parents].flatMap(({ driveId }) => (driveId === null ? [] : [driveId]));
  return [...new Set([...ofPages, ...drives])];
}

/** Drives that the call touches and the asker has not allowed yet; a yes to `other_drive` allows them for this answer. */
export const drivesToPermit = (
  call: ResolvedCall,
  { conversation, permitted }: Pick<RiskFacts, "conversation" | "permitted">,
): string[] => drivesOf(call).filter((id) => id !== conversation.driveId && !permitted.drives.includes(id));

const isRewrite = ({ removedLines, totalLines }: Removal): boolean =>
  totalLines > MAX_REWRITTEN_LINES && (removedLines === Infinity || removedLines * 2 > totalLines);

/** Every reason for which the call waits for the asker, most serious first. */
export function riskOf(call: ResolvedCall, facts: RiskFacts): Risk {
  const { tool, pages, created, postsTo } = call;
  const { conversation, approval, untrusted, removals, permitted } = facts;
  const writes = isWrite(tool, call.args);
  const changed = new Set(pages.map(({ id }) => id)).size;
  const applies: readonly (readonly [RiskReason, boolean])[] = [
    ["trash", tool === "trash_pages"],
    ["revert", tool === "revert" && writes],
    ["move_between_drives", tool === "move_pages" && drivesOf(call).length > 1],
    ["other_drive", drivesToPermit(call, facts).length > 0],
    ["post_elsewhere", postsTo !== null && postsTo.id !== conversation.pageId],
    ["many_pages", writes && Math.max(created, changed) > MAX_PAGES_UNASKED],
    ["rewrite", writes && removals.some(isRewrite)],
    ["read_outsiders", writes && untrusted && !permitted.writes && !isSuggestion(call.args)],
    ["every_write", writes && approval === "writes" && !permitted.writes],
  ];
  const reasons = applies.flatMap(([reason, holds]) => (holds ? [reason] : []));
  return reasons.length === 0 ? { kind: "free" } : { kind: "ask", reasons };
}

/**
 * Binds an approval to the arguments that were shown. The JSON has sorted keys, so that storing the arguments in between
 * changes nothing. The canonical form of the audit log does not fit here, because it rejects fractions and lone
 * surrogates, and a model may send both.
 */
export const hashOfCall = (tool: ToolName, args: Arguments): string =>
  sha256(`octavo/agent-call/v1\0${tool}\0${JSON.stringify(args, sortKeys)}`);

const sortKeys = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
