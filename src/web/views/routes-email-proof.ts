/** The pages that the link of a change of address leads to. */
import type { Context } from "hono";
import type { Deps } from "../../deps.ts";
import { type Caller, sessionHashOf } from "../../kernel/caller.ts";
import { ConfirmEmailProof, OpenEmailProof } from "../../features/account/contract.ts";
import { openEmailProof } from "../../features/account/index.ts";
import { linkVisitorOf } from "../../features/auth/session/rules.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { beginConfirmation, isConfirmed } from "../../http/confirm.ts";
import { displaySettingsOf } from "../../http/preferences.ts";
import { routes } from "../../http/route-list.ts";
import { emailProofPage, emailProvenPage, emailRefusedPage } from "./email-proof.tsx";
import { toHtml } from "./html.ts";

const PROOF = {
  path: "/api/account/email/verify",
  tag: "Account",
  principals: ["anyone"],
  limits: [LIMIT_RULES.accountEmailProofByIp],
  answer: { status: 200, schema: "html" },
} as const;

type ProofLink = {
  readonly deps: Deps;
  readonly caller: Caller | null;
  readonly http: Context;
  readonly link: { readonly token: string; readonly exp: string; readonly sig: string };
  readonly isConfirmed: boolean;
};

async function openProofLink({ deps, caller, http, link, isConfirmed: confirmed }: ProofLink): Promise<Response> {
  const outcome = await openEmailProof(deps, {
    ...link,
    confirmed,
    presentedSession: sessionHashOf(caller),
    client: http.get("client"),
  });
  const display = displaySettingsOf(deps, http);
  if (outcome.kind === "refused") return http.html(toHtml(display, emailRefusedPage), 400);
  if (outcome.kind === "proven") return http.html(toHtml(display, () => emailProvenPage(outcome.email)));
  const c = beginConfirmation(deps, http, link.token);
  return http.html(toHtml(display, () => emailProofPage(outcome, { ...link, c })));
}

export const emailProofRoutes = routes()
  .add(
    {
      ...PROOF,
      method: "get",
      operation: "openEmailProof",
      summary: "Open the link sent to a new email address: shows a page that asks for confirmation",
      csrf: "none",
      bodyCap: 0,
      query: OpenEmailProof,
    },
    ({ deps, caller, query, http }) => {
      if (linkVisitorOf(http.req.method, http.req.raw.headers) === "looking-ahead")
        return new Response(null, { status: 204 });
      return openProofLink({ deps, caller, http, link: query, isConfirmed: false });
    },
  )
  .add(
    {
      ...PROOF,
      method: "post",
      operation: "confirmEmailProof",
      summary: "Confirm a new email address on its confirmation page: changes the address",
      csrf: "origin",
      bodyCap: 16_384,
      form: ConfirmEmailProof,
    },
    ({ deps, caller, form: { c, ...link }, http }) =>
      openProofLink({ deps, caller, http, link, isConfirmed: isConfirmed(deps, http, link.token, c) }),
  );
