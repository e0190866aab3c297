/** Routes for sign-up links. */
import { IdParams } from "../../kernel/contract.ts";
import { routes } from "../../http/route-list.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { CreateSignUpLink, NewSignUpLink, SignUpLinkList } from "./contract.ts";
import { createSignUpLink, listSignUpLinks, revokeSignUpLink } from "./service.ts";

const LINKS = { path: "/api/sign-up-links", tag: "Account", principals: ["session"] } as const;

export const signUpLinkRoutes = routes()
  .add(
    {
      ...LINKS,
      method: "get",
      operation: "listSignUpLinks",
      summary: "List the user's sign-up links, or everybody's for an administrator, and who may create an account",
      answer: { status: 200, schema: SignUpLinkList },
    },
    ({ deps, caller }) => listSignUpLinks(deps, caller),
  )
  .add(
    {
      ...LINKS,
      method: "post",
      operation: "createSignUpLink",
      summary: "Create a link with which people can create an account where an invitation is required",
      csrf: "token",
      limits: [LIMIT_RULES.signUpLinkByUser],
      bodyCap: 16_384,
      json: CreateSignUpLink,
      answer: { status: 201, schema: NewSignUpLink },
      errors: ["conflict", "step_up_required"],
    },
    ({ deps, caller, json }) => createSignUpLink(deps, caller, json),
  )
  .add(
    {
      method: "delete",
      path: "/api/sign-up-links/:id",
      operation: "revokeSignUpLink",
      tag: "Account",
      principals: ["session"],
      summary: "Revoke a sign-up link; accounts created with it stay",
      csrf: "token",
      limits: [],
      bodyCap: 0,
      params: IdParams,
      errors: ["conflict"],
    },
    ({ deps, caller, params }) => revokeSignUpLink(deps, caller, params.id),
  );
