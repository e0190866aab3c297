/** The pages people see. Each is rendered with its content; the browser's script takes over from there. */
import { z } from "zod";
import { Id, PageParams } from "../kernel/contract.ts";
import * as account from "../features/account/service.ts";
import * as devices from "../features/auth/devices/service.ts";
import * as drives from "../features/drives/service.ts";
import { fileOfPage } from "../features/files/file-page.ts";
import { listPageFiles } from "../features/files/page-files.ts";
import { safeNext } from "../features/auth/session/rules.ts";
import * as identity from "../features/auth/session/service.ts";
import { getUsage } from "../features/quotas/service.ts";
import * as passkeys from "../features/auth/passkeys/service.ts";
import * as pages from "../features/pages/service.ts";
import * as tree from "../features/pages/tree/service.ts";
import * as tokens from "../features/auth/tokens/mcp/service.ts";
import { readContinuation } from "../http/continue.ts";
import { routes } from "../http/router.ts";
import { notFound } from "../kernel/errors.ts";
import { FRESH_FOR } from "../permissions/fresh-sign-in.ts";
import { drivePage, noDrivePage, trashPage } from "./pages/drive.tsx";
import { pagePage } from "./pages/page.tsx";
import { settingsPage } from "./pages/settings.tsx";
import { freshUntil } from "./pages/settings-data.tsx";
import { continuePage, signInPage } from "./pages/signin.tsx";
import { loadNavigation, loadShell } from "./shell.ts";
import { seeOther, respondWithPage } from "./respond.ts";

export const PAGE = {
  method: "get",
  tag: "Pages people see",
  principals: ["anyone"],
  csrf: "none",
  limits: [],
  bodyCap: 0,
  answer: { status: 200, schema: "html" },
  errors: [],
} as const;

const DriveParams = z.object({ id: Id });
const TrashQuery = z.object({ cursor: z.string().optional().catch(undefined) });
const Next = z.object({ next: z.string().optional().catch(undefined), error: z.string().optional().catch(undefined) });
const part = z.string().default("").catch("");
const Continue = z.object({ next: part, exp: part, sig: part });
/** `again`: somebody who is signed in proves anew that it is them. */
const SignIn = Next.extend({ again: z.string().optional().catch(undefined) });

export const webRoutes = routes()
  .add({ ...PAGE, path: "/", operation: "showHome", summary: "Leads to the first drive" }, (request) =>
    respondWithPage(request, async (caller) => {
      const around = await loadNavigation(request.deps, caller);
      const [first] = around.drives;
      if (first) return seeOther(`/drives/${first.id}`);
      return noDrivePage(await loadShell(request.deps, caller, around, { driveId: null }));
    }),
  )
  .add(
    { ...PAGE, path: "/signin", operation: "showSignIn", summary: "Where a sign-in link is asked for", query: SignIn },
    async ({ deps, caller, query, http }) => {
      const next = safeNext(query.next, deps.config.origin);
      const known =
        query.again === undefined &&
        caller?.kind === "session" &&
        (await identity.requireSession(deps, caller).then(
          () => true,
          () => false,
        ));
      if (known) return seeOther(next);
      return http.html(
        signInPage({
          next,
          error: query.error ?? null,
          again: query.again !== undefined,
          development: !deps.config.production,
          providers: {
            providera: deps.config.providera?.issuer ?? null,
            providerb: deps.config.providerb?.issuer ?? null,
          },
        }),
      );
    },
  )
  .add(
    {
      ...PAGE,
      path: "/auth/continue",
      operation: "showContinue",
      summary: "Leads on with the session cookie, where the redirect to it said",
      query: Continue,
    },
    async ({ deps, query, http }) => http.html(continuePage(readContinuation(deps, http.req.header("Cookie"), query))),
  )
  .add(
    { ...PAGE, path: "/drives/:id", operation: "showDrive", summary: "A drive and its pages", params: DriveParams },
    (request) =>
      respondWithPage(request, async (caller) => {
        const around = await loadNavigation(request.deps, caller);
        const shell = await loadShell(request.deps, caller, around, { driveId: request.params.id });
        if (!shell.drive) throw notFound("This drive");
        return drivePage(shell, shell.drive);
      }),
  )
  .add(
    {
      ...PAGE,
      path: "/drives/:id/trash",
      operation: "showTrash",
      summary: "The trash of a drive",
      params: DriveParams,
      query: TrashQuery,
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const { deps, params } = request;
        const [around, trash] = await Promise.all([
          loadNavigation(deps, caller),
          drives.listTrash(deps, caller, params.id, { limit: 100, cursor: request.query.cursor }),
        ]);
        const shell = await loadShell(deps, caller, around, { driveId: params.id });
        if (!shell.drive) throw notFound("This drive");
        return trashPage(shell, shell.drive, trash);
      }),
  )
  .add(
    {
      ...PAGE,
      path: "/pages/:pageId",
      operation: "showPage",
      summary: "A page, to read and to write",
      params: PageParams,
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const { deps, params } = request;
        const [around, page, crumbs] = await Promise.all([
          loadNavigation(deps, caller),
          pages.getPage(deps, caller, params.pageId),
          tree.listBreadcrumbs(deps, caller, params.pageId),
        ]);
        const path = page.isTrashed ? [] : crumbs.map((crumb) => crumb.id);
        const [shell, file, files] = await Promise.all([
          loadShell(deps, caller, around, { driveId: page.driveId, page, path }),
          page.type === "FILE" ? fileOfPage(deps, caller, page.id) : null,
          listPageFiles(deps, caller, page.id, { limit: 100 }),
        ]);
        return pagePage(shell, page, crumbs, { file, files });
      }),
  )
  .add({ ...PAGE, path: "/settings", operation: "showSettings", summary: "Account, tokens and sessions" }, (request) =>
    respondWithPage(request, async (caller) => {
      const { deps } = request;
      const [around, own, enrolled, keys, list, sessions, usage] = await Promise.all([
        loadNavigation(deps, caller),
        account.getAccount(deps, caller),
        devices.listDevices(deps, caller, { limit: 100 }),
        passkeys.listPasskeys(deps, caller),
        tokens.listTokens(deps, caller),
        identity.listSessions(deps, caller, { limit: 100 }),
        getUsage(deps, caller),
      ]);
      const shell = await loadShell(deps, caller, around, { driveId: around.drives[0]?.id ?? null });
      return settingsPage(shell, {
        account: own,
        passkeys: keys,
        tokens: list,
        sessions: sessions.sessions,
        devices: enrolled.devices,
        usage,
        examplePage: shell.tree[0]?.id ?? "",
        freshUntil: freshUntil(sessions.sessions, FRESH_FOR),
      });
    }),
  );
