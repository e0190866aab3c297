/** Undo over HTTP. */
import { BODY_ERRORS, CSRF_ERRORS } from "../../../http/error-groups.ts";
import { routes } from "../../../http/router.ts";
import { Undone, UndoToken } from "./contract.ts";
import { undoToken } from "./service.ts";

export const undoRoutes = routes().add(
  {
    method: "post",
    path: "/api/history/undo",
    operation: "undoToken",
    tag: "History",
    summary: "Take back what a token wrote since some time, on all pages the caller may edit",
    principals: ["session"],
    csrf: "token",
    limits: [],
    bodyCap: 16_384,
    json: UndoToken,
    answer: { status: 200, schema: Undone },
    errors: ["unauthenticated", ...CSRF_ERRORS, ...BODY_ERRORS],
  },
  ({ deps, caller, json }) => undoToken(deps, caller, json),
);
