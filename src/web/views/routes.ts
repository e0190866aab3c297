/** The HTML pages. Each is rendered with its content; the browser's script takes over from there. */
import * as z from "zod";
import { Id, PageParams } from "../../kernel/contract.ts";
import { getPreferences } from "../../features/account/index.ts";
import * as account from "../../features/account/service.ts";
import * as devices from "../../features/auth/devices/service.ts";
import * as drives from "../../features/drives/service.ts";
import { acknowledgeInvitation } from "../../features/invitations/service.ts";
import * as identity from "../../features/auth/session/service.ts";
import { getUsage } from "../../features/quotas/service.ts";
import * as passkeys from "../../features/auth/passkeys/service.ts";
import * as pages from "../../features/pages/service.ts";
import { listShared } from "../../features/pages/shared/service.ts";
import * as tree from "../../features/pages/tree/service.ts";
import * as tokens from "../../features/auth/tokens/mcp/service.ts";
import { readContinuation } from "../../http/continue.ts";
import { isolatedCanvas } from "../../http/headers.ts";
import { routes } from "../../http/route-list.ts";
import { notFound } from "../../kernel/errors.ts";
import { connectPage } from "./connect.tsx";
import { drivePage, noDrivePage } from "./drive.tsx";
import { pagePage } from "./page.tsx";
import { sharedPage } from "./shared.tsx";
import { settingsPage } from "./settings.tsx";
import { continuePage, issuersOf, signInPage } from "./signin.tsx";
import { transfersPage } from "./transfers.tsx";
import { trashPage } from "./trash.tsx";
import { toHtml } from "./html.ts";
import { signUpHashOf } from "../../http/sign-up-cookie.ts";
import { displaySettingsOf } from "../../http/preferences.ts";
import { lastDrive, loadNavigation, loadShell } from "./load-shell.ts";
import { loadBeside } from "./load-beside.ts";
import { readViewChoices } from "./view-choices.ts";
import { seeOther, respondWithPage } from "./respond.ts";
import { safeNext } from "../../kernel/safe-next.ts";

export const PAGE = {
  method: "get",
  tag: "HTML pages",
  principals: ["anyone"],
  answer: { status: 200, schema: "html" },
} as const;

const DriveParams = z.object({ id: Id });
const CursorQuery = z.object({ cursor: z.string().optional().catch(undefined) });
const Next = z.object({ next: z.string().optional().catch(undefined), error: z.string().optional().catch(undefined) });
const part = z.string().default("").catch("");
const Continue = z.object({ next: part, exp: part, sig: part });
/** `again`: a signed-in user has to authenticate again. */
const SignIn = Next.extend({ again: z.string().optional().catch(undefined) });

export const webRoutes = routes()
  .add(
    { ...PAGE, path: "/", operation: "showHome", summary: "Home page: redirects to the first drive that has pages" },
    (request) =>
      respondWithPage(request, async (caller) => {
        const around = await loadNavigation(request, caller);
        const filled = around.drives.find(({ pageCount }) => pageCount > 0);
        if (filled) return seeOther(`/drives/${filled.id}`);
        // Guests are sent to what was shared with them, not to their own empty drive.
        const shared = around.isPart ? await listShared(request.deps, caller, { limit: 1 }) : around.shared;
        if (shared.pages.length > 0) return seeOther("/shared");
        const [first] = around.drives;
        if (first) return seeOther(`/drives/${first.id}`);
        const shell = await loadShell(request.deps, caller, around, { driveId: null });
        return () => noDrivePage(shell);
      }),
  )
  .add(
    { ...PAGE, path: "/signin", operation: "showSignIn", summary: "Sign-in page", query: SignIn },
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
        toHtml(displaySettingsOf(deps, http), () =>
          signInPage({
            next,
            error: query.error ?? null,
            again: query.again !== undefined,
            development: !deps.config.production,
            sendsMail: deps.config.emailFrom !== null,
            signUp: deps.config.signUp,
            isInvited: signUpHashOf(deps.config, http) !== null,
            providers: issuersOf(deps.config),
          }),
        ),
      );
    },
  )
  .add(
    {
      ...PAGE,
      path: "/auth/continue",
      operation: "showContinue",
      summary: "Page after sign-in that continues to the target of the redirect, with the session cookie",
      query: Continue,
    },
    async ({ deps, query, http }) => {
      const next = readContinuation(deps, http.req.header("Cookie"), query);
      return http.html(toHtml(displaySettingsOf(deps, http), () => continuePage(next)));
    },
  )
  .add(
    {
      ...PAGE,
      path: "/shared",
      operation: "showShared",
      summary: "Pages shared with the user from drives they are not a member of",
      query: CursorQuery,
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const { deps, query } = request;
        const [around, shared] = await Promise.all([
          loadNavigation(request, caller),
          listShared(deps, caller, { limit: 100, cursor: query.cursor }),
        ]);
        const own = around.drives.find(({ role }) => role === "owner") ?? around.drives[0];
        const shell = await loadShell(deps, caller, around, { driveId: own?.id ?? null });
        return () => sharedPage(shell, shared);
      }),
  )
  .add(
    {
      ...PAGE,
      path: "/drives/:id",
      operation: "showDrive",
      summary: "Drive page: the drive and its pages",
      params: DriveParams,
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const around = await loadNavigation(request, caller);
        const shell = await loadShell(request.deps, caller, around, {
          driveId: request.params.id,
          showsRoots: true,
        });
        const { drive } = shell;
        if (!drive) throw notFound("This drive");
        return () => drivePage(shell, drive);
      }),
  )
  .add(
    {
      ...PAGE,
      path: "/drives/:id/transfers",
      operation: "showTransfers",
      summary: "Import and export page of a drive",
      params: DriveParams,
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const around = await loadNavigation(request, caller);
        const shell = await loadShell(request.deps, caller, around, { driveId: request.params.id });
        const { drive } = shell;
        if (!drive) throw notFound("This drive");
        return () => transfersPage(shell, drive);
      }),
  )
  .add(
    {
      ...PAGE,
      path: "/transfers",
      operation: "showAllTransfers",
      summary: "Imports and exports in all drives, including drives where the user can view only some pages",
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const around = await loadNavigation(request, caller);
        const shell = await loadShell(request.deps, caller, around, { driveId: lastDrive(around) });
        return () => transfersPage(shell, null);
      }),
  )
  .add(
    {
      ...PAGE,
      path: "/drives/:id/trash",
      operation: "showTrash",
      summary: "Trash of a drive",
      params: DriveParams,
      query: CursorQuery,
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const { deps, params } = request;
        const [around, trash] = await Promise.all([
          loadNavigation(request, caller),
          drives.listTrash(deps, caller, params.id, { limit: 100, cursor: request.query.cursor }),
        ]);
        const shell = await loadShell(deps, caller, around, { driveId: params.id });
        const { drive } = shell;
        if (!drive) throw notFound("This drive");
        return () => trashPage(shell, drive, trash);
      }),
  )
  .add(
    {
      ...PAGE,
      path: "/pages/:pageId",
      operation: "showPage",
      summary: "Page view and editor",
      params: PageParams,
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const { deps, params } = request;
        const [around, page, crumbs] = await Promise.all([
          loadNavigation(request, caller),
          pages.getPage(deps, caller, params.pageId),
          tree.listBreadcrumbs(deps, caller, params.pageId),
        ]);
        // A guest accepts an invitation by opening its page for the first time.
        if (!around.drives.some(({ id }) => id === page.driveId))
          await acknowledgeInvitation(deps, around.user.id, page.id, request.http.get("client"));
        const path = page.isTrashed ? [] : crumbs.map((crumb) => crumb.id);
        const [shell, beside] = await Promise.all([
          loadShell(deps, caller, around, { driveId: page.driveId, page, path }),
          loadBeside(deps, caller, page, crumbs),
        ]);
        const choices = readViewChoices(request.http.req.header("Cookie"));
        return () => pagePage(shell, page, crumbs, { ...beside, choices });
      }),
  )
  .add(
    {
      ...PAGE,
      path: "/pages/:pageId/canvas",
      operation: "showCanvas",
      summary: "Sandboxed content of a CANVAS page for a frame: scripts and network requests are blocked",
      params: PageParams,
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const page = await pages.getPage(request.deps, caller, request.params.pageId);
        if (page.type !== "CANVAS") throw notFound("This canvas");
        return isolatedCanvas(page.content);
      }),
  )
  .add(
    { ...PAGE, path: "/settings", operation: "showSettings", summary: "Settings page: account, tokens and sessions" },
    (request) =>
      respondWithPage(request, async (caller) => {
        const { deps } = request;
        const [around, own, registered, keys, list, sessions, usage, preferences] = await Promise.all([
          loadNavigation(request, caller),
          account.getAccount(deps, caller),
          devices.listDevices(deps, caller, { limit: 100 }),
          passkeys.listPasskeys(deps, caller),
          tokens.listTokens(deps, caller),
          identity.listSessions(deps, caller, { limit: 100 }),
          getUsage(deps, caller),
          getPreferences(deps, caller),
        ]);
        const shell = await loadShell(deps, caller, around, { driveId: lastDrive(around) });
        return () =>
          settingsPage(shell, {
            account: { ...own, sendsMail: deps.config.emailFrom !== null },
            preferences,
            passkeys: keys,
            tokens: list.length,
            sessions: sessions.sessions,
            devices: registered.devices,
            usage,
            mayInvite: deps.config.signUp.kind === "invited",
          });
      }),
  )
  .add(
    {
      ...PAGE,
      path: "/settings/connect",
      operation: "showConnect",
      summary: "Instructions for connecting programs and agents",
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const { deps } = request;
        const [around, list] = await Promise.all([loadNavigation(request, caller), tokens.listTokens(deps, caller)]);
        const shell = await loadShell(deps, caller, around, { driveId: lastDrive(around) });
        const { origin, mcpTokenOrigin: tokenOrigin } = deps.config;
        return () => connectPage(shell, { origin, tokenOrigin, tokens: list });
      }),
  );
