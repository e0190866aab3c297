/** HTTP route for undo. */
import { routes } from "../../../http/route-list.ts";
import { Undone, UndoToken } from "./contract.ts";
import { undoToken } from "./service.ts";

export const undoRoutes = routes().add(
  {
    method: "post",
    path: "/api/history/undo",
    operation: "undoToken",
    tag: "History",
    summary: "Undo a token's edits since a given time, on all pages the caller may edit",
    principals: ["session"],
    csrf: "token",
    limits: [],
    bodyCap: 16_384,
    json: UndoToken,
    answer: { status: 200, schema: Undone },
  },
  ({ deps, caller, json }) => undoToken(deps, caller, json),
);
