/** The guard of a page action that requires only rights and state, rendered once per isolate because every edit uses it. */
import type { Caller } from "../kernel/caller.ts";
import type { Rights } from "../kernel/rights.ts";
import { all, guardStatement, prepare, type Named, type Query } from "../db/sql.ts";
import type { GuardContext } from "./authorized.ts";
import { mayActOnPage } from "./conditions.ts";
import type { PageRequirement } from "./requirements.ts";

const prepareFor = (kind: Caller["kind"], state: PageRequirement["state"]) =>
  prepare(
    ({ tokenHash, now, idleSince, pageId, needs }: Named<"tokenHash" | "now" | "idleSince" | "pageId" | "needs">) =>
      guardStatement(mayActOnPage({ caller: { kind, tokenHash }, now, idleSince }, pageId, needs, { state })),
  );

const guardsOf = (kind: Caller["kind"]) => ({
  live: prepareFor(kind, "live"),
  trashed: prepareFor(kind, "trashed"),
  any: prepareFor(kind, "any"),
});

const guards = { session: guardsOf("session"), mcp: guardsOf("mcp") };

export const preparedPageGuard = (
  { caller: { kind, tokenHash }, now, idleSince }: GuardContext,
  pageId: string,
  needs: Rights,
  state: PageRequirement["state"],
): Query<true> => all(guards[kind][state]({ tokenHash, now, idleSince, pageId, needs }), () => true);
