/** Whether a call may be made: resolves what its arguments name, and asks the rules and the database about it. */
import type { Approval, ApprovalReason } from "../../kernel/agent-run.ts";
import { DAY } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { VIEW, includesRights } from "../../kernel/rights.ts";
import { sha256 } from "../../platform/tokens.ts";
import { authorsMayEdit, findHiddenPages, MAX_COMPARED_PAGES, type Goal } from "../../permissions/audience.ts";
import { isToolName, type ToolName } from "../mcp/contract.ts";
import { driveIdOf, pageIdsOf, type Tool, type ToolCall } from "../mcp/tools/index.ts";
import { loadPages } from "../pages/statements.ts";
import { hiddenPages } from "./hidden-pages.ts";
import { previewEdits, type Preview } from "./preview.ts";
import {
  drivesOf,
  drivesToPermit,
  hashOfCall,
  isWrite,
  needsDryRun,
  onlySuggesting,
  riskOf,
  targetsOf,
  withIds,
  type ResolvedCall,
  type ResolvedPage,
} from "./risk.ts";
import { isCall, type CallStep, type RunContext } from "./run.ts";

export type CheckedCall =
  | { readonly kind: "free"; readonly call: ResolvedCall }
  | { readonly kind: "ask"; readonly approval: Approval }
  | { readonly kind: "refuse"; readonly message: string };

type Args = Readonly<Record<string, unknown>>;

/** How long the asker may take to decide. */
export const APPROVAL_LIFETIME_MS = DAY;

export async function checkCall(
  context: RunContext,
  toolCall: ToolCall,
  { name, parse }: Tool,
  sent: Args,
  step: CallStep,
): Promise<CheckedCall> {
  if (!isToolName(name)) throw new TypeError("not a tool");
  try {
    const wanted = context.run.approval === "suggestions" ? onlySuggesting(name, sent) : sent;
    if (wanted === null) return { kind: "refuse", message: ONLY_SUGGESTS };
    const args = parse(wanted);
    const call = await resolve(toolCall, name, args);
    return await check(context, toolCall, call, step);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The message may name pages that some readers of the conversation may not see.
    return { kind: "refuse", message: error.code === "not_found" ? NOT_FOUND : `${error.code}: ${error.message}` };
  }
}

const ONLY_SUGGESTS =
  "forbidden: This agent may only suggest. edit_page, edit_cells, update_tasks and replace_text make suggestions, and post_message comments on a quote.";

const NOT_FOUND =
  "not_found: No page or drive has this id, address or path, or you have no access to it. Find it with search or list_pages.";

async function check(
  context: RunContext,
  toolCall: ToolCall,
  call: ResolvedCall,
  step: CallStep,
): Promise<CheckedCall> {
  const { run, log } = context;
  const permitted = log.permitted();
  const pages = [...call.pages, ...call.parents];
  const writes = isWrite(call.tool, call.args);
  // A permission to read in a drive permits no writes there.
  const mayReadAnywhere = !writes && run.scope === "workspace";
  const driveIds = mayReadAnywhere ? drivesOf(call) : writes ? permitted.writableDriveIds : permitted.driveIds;
  const isDry = needsDryRun(call.tool, call.args);
  const [hidden, untrusted, reveals] = await Promise.all([
    findHidden(context, pages),
    writes ? isUntrusted(context, call) : Promise.resolve(false),
    writes ? mayReveal(context, call) : Promise.resolve(false),
  ]);
  const previews = isDry && hidden === null ? await previewEdits(toolCall, call) : [];
  const facts = {
    conversation: { pageId: run.pageId, driveId: run.driveId },
    approval: run.approval,
    untrusted,
    removals: previews,
    permitted: { drives: driveIds, writes: permitted.writes },
  };
  const risk = riskOf(call, facts);
  const reasons: ApprovalReason[] = [
    ...(hidden === null ? [] : (["hidden_from_readers"] as const)),
    ...(reveals ? (["hidden_from_target"] as const) : []),
    ...(risk.kind === "ask" ? risk.reasons : []),
  ];
  const hash = hashOf(call, previews);
  const { granted } = step;
  const isGranted = granted?.hash === hash && reasons.every((reason) => granted.reasons.includes(reason));
  if (reasons.length === 0 || isGranted) return { kind: "free", call };
  return {
    kind: "ask",
    approval: approvalOf(toolCall, call, step, {
      reasons,
      hash,
      hidden,
      previews,
      driveIds: drivesToPermit(call, facts),
    }),
  };
}

/** An approval is void once the text that the call would change has changed. */
const hashOf = ({ tool, args }: ResolvedCall, previews: readonly Preview[]): string =>
  sha256(
    JSON.stringify([hashOfCall(tool, args), previews.map(({ pageId, diff, revision }) => [pageId, diff, revision])]),
  );

type Hidden = NonNullable<Approval["hiddenFrom"]>;

/** Readers of the conversation who may not see one of the pages; null if there are none, or the asker permitted it. */
async function findHidden(context: RunContext, pages: readonly ResolvedPage[]): Promise<Hidden | null> {
  const found = await hiddenPages(
    context,
    pages.flatMap(({ id, driveId }) => (driveId === null ? [] : [id])),
  );
  if (found.length === 0) return null;
  const names = [...new Set(found.flatMap((page) => page.names))];
  return { count: Math.max(names.length, ...found.map(({ readers }) => readers)), names };
}

/** Maximum number of targets that are checked; a call that changes more waits for the asker anyway. */
const MAX_TARGETS = 20;

/** True if somebody who may have written what the answer has read could not make this write themselves. */
async function isUntrusted({ deps, run, log }: RunContext, call: ResolvedCall): Promise<boolean> {
  const calls = log.steps().filter(isCall);
  const read = [...new Set([run.pageId, run.agentPageId, ...calls.flatMap(({ readIds }) => readIds)])];
  // Others than those who may edit a page write comments on it.
  if (read.length > MAX_COMPARED_PAGES || calls.some(readsComments)) return true;
  const answers = await deps().db.batch(goalsOf(call, run.driveId).map((goal) => authorsMayEdit(read, goal)));
  return answers.includes(false);
}

/** The pages that a write changes, or the roots of drives in which it creates pages. */
function goalsOf({ pages, parents, drives }: ResolvedCall, ownDriveId: string): Goal[] {
  const ids = [...new Set([...pages, ...parents].map(({ id }) => id))].slice(0, MAX_TARGETS);
  if (ids.length > 0) return ids.map((pageId) => ({ pageId }));
  return (drives.length === 0 ? [ownDriveId] : drives).map((driveId) => ({ driveId }));
}

/** Their results contain no text of pages, except for properties if there is a query. */
const TEXTLESS: ReadonlySet<string> = new Set<ToolName>(["list_drives", "list_pages", "list_members"]);

/**
 * True if the write could show text that the answer has read to people who may not see it. What it may say in the
 * conversation is decided when it reads, and what the asker says there is the asker's to pass on.
 */
async function mayReveal({ deps, run, log }: RunContext, call: ResolvedCall): Promise<boolean> {
  const calls = log.steps().filter(isCall);
  const texts = calls.filter((step) => !(TEXTLESS.has(step.call.name) && argumentOf(step, "query") === undefined));
  const own = new Set([run.pageId, run.agentPageId]);
  const read = [...new Set(texts.flatMap(({ readIds }) => readIds))].filter((id) => !own.has(id));
  const goals = goalsOf(call, run.driveId).filter((goal) => !("pageId" in goal) || goal.pageId !== run.pageId);
  if (read.length === 0 || goals.length === 0) return false;
  if (read.length > MAX_COMPARED_PAGES) return true;
  const { db, now } = deps();
  const found = await db.batch(goals.map((goal) => findHiddenPages(goal, read, now)));
  return found.some((hidden) => hidden.length > 0);
}

const readsComments = (step: CallStep): boolean =>
  step.call.name === "fetch" && argumentOf(step, "comments") !== undefined;

const argumentOf = ({ begun }: CallStep, name: string): unknown =>
  begun === null ? undefined : (JSON.parse(begun) as Args)[name]; // stored by `begin`

async function resolve(context: ToolCall, tool: ToolName, args: Args): Promise<ResolvedCall> {
  const targets = targetsOf(tool, args);
  const references = [...targets.pages, ...targets.parents];
  const [ids, drives] = await Promise.all([
    references.length === 0 ? [] : pageIdsOf(context, references),
    Promise.all(targets.drives.map((drive) => driveIdOf(context, drive))),
  ]);
  // With all of the asker's rights, wherever the run may act: what lies elsewhere is asked for and not denied.
  const known = ids.length === 0 ? [] : await context.deps.db.one(loadPages(context.caller, [...new Set(ids)]));
  const driveOf = new Map(
    known.filter(({ rights }) => includesRights(rights, VIEW)).map((page) => [page.id, page.driveId]),
  );
  const pages = ids.map((id): ResolvedPage => ({ id, driveId: driveOf.get(id) ?? null }));
  const distinct = new Map(pages.slice(0, targets.pages.length).map((page) => [page.id, page]));
  const own = [...distinct.values()];
  const parents = pages.slice(targets.pages.length);
  const idsOf = (some: readonly ResolvedPage[]): string[] => some.map(({ id }) => id);
  return {
    tool,
    args: withIds(tool, args, { pages: idsOf(own), parents: idsOf(parents), drives }),
    pages: own,
    parents,
    drives,
    created: targets.created,
    postsTo: targets.postsTo === null ? null : (own[0] ?? null),
  };
}

/** Maximum number of titles shown to the asker, and of characters of a text. */
const MAX_TITLES = 50;
const MAX_CONTENT = 4_000;

type NewPage = { readonly title: string; readonly content?: string };

const shorten = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most)}…`);

function approvalOf(
  { deps }: ToolCall,
  { tool, args, pages, parents }: ResolvedCall,
  { seq }: CallStep,
  found: Pick<Approval, "reasons" | "hash" | "driveIds"> & { hidden: Hidden | null; previews: readonly Preview[] },
): Approval {
  const made = tool === "create_pages" ? (args["pages"] as readonly NewPage[]) : []; // as its schema declares
  const title = typeof args["title"] === "string" ? [args["title"]] : [];
  const texts = made.map((page) => `# ${page.title}\n\n${page.content ?? ""}`);
  const content = typeof args["content"] === "string" ? args["content"] : texts.join("\n\n");
  return {
    seq,
    tool,
    hash: found.hash,
    reasons: found.reasons,
    pageIds: [...new Set([...pages, ...parents].map(({ id }) => id))],
    driveIds: found.driveIds,
    titles: [...made.map((page) => page.title), ...title].slice(0, MAX_TITLES),
    content: content === "" ? null : shorten(content, MAX_CONTENT),
    diffs: found.previews.map(({ pageId, diff }) => ({ pageId, diff })),
    hiddenFrom: found.hidden,
    expiresAt: deps.now + APPROVAL_LIFETIME_MS,
  };
}
