/** Records how to undo what a call does besides editing texts, which the history can undo by itself. */
import type { AppearanceState } from "./effects-store.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";
import type { Tool } from "../mcp/tools/index.ts";
import { findPlaces, insertEffect } from "./effects-store.ts";
import type { ResolvedCall } from "./risk.ts";
import type { RunContext } from "./run.ts";

type Place = { readonly driveId: string; readonly parentId: string | null };

/** What one call did. `renamed` has the values that the call set, and those before it. */
export type Effect =
  | { readonly kind: "created"; readonly pageIds: readonly string[] }
  | {
      readonly kind: "moved";
      readonly from: readonly (Place & { readonly pageId: string })[];
      readonly to: Place;
    }
  | { readonly kind: "trashed" | "restored"; readonly pageIds: readonly string[] }
  | { readonly kind: "posted"; readonly pageId: string; readonly messageId: string }
  | {
      readonly kind: "renamed";
      readonly pageId: string;
      readonly before: Partial<AppearanceState>;
      readonly set: Partial<AppearanceState>;
    };

const FIELDS = ["title", "icon", "cover"] as const;

type Args = Readonly<Record<string, unknown>>;

/** Call before a tool that moves or renames pages: afterwards nothing knows where they were. */
export async function notePlaces(
  context: RunContext,
  seq: number,
  { tool, args, pages, parents }: ResolvedCall,
): Promise<void> {
  const isRename = tool === "edit_page" && FIELDS.some((field) => args[field] !== undefined);
  if (tool !== "move_pages" && !isRename) return;
  const places = await context.deps().db.one(findPlaces(pages.map(({ id }) => id)));
  if (tool === "move_pages") {
    const from = places.map(({ id, driveId, parentId }) => ({ pageId: id, driveId, parentId }));
    const to = { driveId: String(args["driveId"]), parentId: parents[0]?.id ?? null };
    return save(context, seq, { kind: "moved", from, to });
  }
  const [page] = places;
  if (page === undefined) return;
  const fields = FIELDS.filter((field) => args[field] !== undefined);
  const of = (values: Readonly<Record<string, unknown>>): Partial<AppearanceState> =>
    Object.fromEntries(fields.map((field) => [field, values[field]]));
  await save(context, seq, { kind: "renamed", pageId: page.id, before: of(page), set: of(args) });
}

type Rows = readonly { readonly id: string }[];

/** `result` is the tool's, as its schema declares it. */
export async function noteEffects(context: RunContext, { name }: Tool, seq: number, result: Args): Promise<void> {
  const idsOf = (field: string): string[] => (result[field] as Rows).map(({ id }) => id);
  if (name === "create_pages") await save(context, seq, { kind: "created", pageIds: idsOf("pages") });
  if (name === "trash_pages") await save(context, seq, { kind: "trashed", pageIds: idsOf("trashed") });
  if (name === "restore_pages") await save(context, seq, { kind: "restored", pageIds: idsOf("restored") });
  // Comments and suggestions are not undone: people may have answered, and reject what they do not want.
  if (name === "post_message" && result["threadId"] === undefined) {
    const { id, pageId } = result as { readonly id: string; readonly pageId: string };
    await save(context, seq, { kind: "posted", pageId, messageId: id });
  }
}

async function save({ deps, run }: RunContext, seq: number, effect: Effect): Promise<void> {
  await writeOneExempt(deps().db, exempt.agent, insertEffect(run.id, seq, JSON.stringify(effect)));
}
