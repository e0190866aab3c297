/** The statement by which D1 accepts an edit. */
import type { Caller } from "../../kernel/caller.ts";
import { type PageAppearance, changesAppearance } from "../../kernel/page.ts";
import { allOf, prepare, write, type Named, type Operand, type SQL, type Write } from "../../db/sql.ts";
import { isAwaited } from "./content/statements.ts";
import { updateRevision } from "./statements.ts";
import { pageTextFits, pageTextFitsOwner } from "../quotas/statements.ts";
import { pageGuard, type GuardContext } from "../../permissions/authorized.ts";
import type { CheckContext } from "../../permissions/conditions.ts";

/** `bytes` is the size of the new text, and `limit` the quota of its drive's owner. */
type Edit<T> = { readonly pageId: T; readonly bytes: T; readonly limit: T };
type StagedEdit = Edit<string | number> & {
  readonly pageId: string;
  readonly revision: number;
  readonly title: string | null;
  readonly ticket: string;
};

/** `fitsOwner` is `fitsQuota` without the limits of the instance. */
export type EditConditions = { readonly mayWrite: SQL; readonly fitsQuota: SQL; readonly fitsOwner: SQL };

/** The conditions of an edit whose failure is explained to the caller. */
export const conditionsOf = (context: CheckContext, { pageId, bytes, limit }: Edit<Operand>): EditConditions => ({
  mayWrite: pageGuard(context, pageId, "edit"),
  fitsQuota: pageTextFits(pageId, bytes, limit),
  fitsOwner: pageTextFitsOwner(pageId, bytes, limit),
});

function statementOf(
  context: CheckContext,
  edit: Edit<Operand> & Readonly<Record<"revision" | "title" | "ticket", Operand>>,
  appearance: PageAppearance,
): SQL {
  const { mayWrite, fitsQuota } = conditionsOf(context, edit);
  const allowed = allOf([mayWrite, fitsQuota, isAwaited(edit.ticket)]);
  return updateRevision({ ...edit, now: context.now }, appearance, allowed);
}

type Names = "tokenHash" | "now" | "idleSince" | keyof StagedEdit;

/** Rendered once per isolate: for every edit it would take as long as the rest of the room's work. */
const prepareFor = (kind: Caller["kind"]) =>
  prepare(({ tokenHash, now, idleSince, pageId, revision, title, ticket, bytes, limit }: Named<Names>) =>
    statementOf({ caller: { kind, tokenHash }, now, idleSince }, { pageId, revision, title, ticket, bytes, limit }, {}),
  );

const prepared = { session: prepareFor("session"), mcp: prepareFor("mcp") };

/**
 * Sets the page's revision if the caller may still edit the page, its text fits the quota, and its room still waits for
 * this edit. Otherwise it changes no row.
 */
export function guardedEdit(context: GuardContext, edit: StagedEdit, appearance: PageAppearance): Write<number> {
  if (changesAppearance(appearance)) return write(statementOf(context, edit, appearance));
  const { caller, now, idleSince } = context;
  return write(prepared[caller.kind]({ tokenHash: caller.tokenHash, now, idleSince, ...edit }));
}
