/** Views that a browser fetches in advance for creating pages offline. */
import { routes } from "../../http/route-list.ts";
import { notFound } from "../../kernel/errors.ts";
import { loadOnce } from "../../platform/load-once.ts";
import { blankPage, BlankParams } from "./blank.ts";
import { pagePage } from "./page.tsx";
import { respondWithPage } from "./respond.ts";
import { PAGE } from "./routes.ts";
import { loadNavigation, loadShell } from "./load-shell.ts";
import { NO_SCOPE } from "../shared/properties/context.ts";
import { readViewChoices } from "./view-choices.ts";

const sheetCells = loadOnce(() => import("../shared/document/sheet-cells.ts"));

export const blankPageRoutes = routes().add(
  {
    ...PAGE,
    path: "/drives/:id/blank/:type",
    operation: "showBlankPage",
    summary: "Empty page template that browsers cache to create pages offline",
    params: BlankParams,
  },
  (request) =>
    respondWithPage(request, async (caller) => {
      const { deps, params } = request;
      const around = await loadNavigation(request, caller);
      const page = blankPage(params.id, params.type, around.user.id, deps.now);
      const shell = await loadShell(deps, caller, around, { driveId: params.id, page });
      if (!shell.drive) throw notFound("This drive");
      const cells = page.type === "SHEET" ? (await sheetCells()).firstCells("", deps.now) : null;
      const choices = readViewChoices(request.http.req.header("Cookie"));
      const files = { files: [], nextCursor: null };
      const beside = { file: null, files, previews: [], choices, cells, scope: { ...NO_SCOPE, writes: true } };
      // Only the view, since it is inserted into documents that the browser has.
      return () => pagePage({ ...shell, isPart: true }, page, [page], beside);
    }),
);
