/** The complete list of routes. */
import { version } from "../package.json";
import { createDeps } from "./composition.ts";
import { createApp } from "./http/create-app.ts";
import { routes, type ClientApp } from "./http/route-list.ts";
import type { RequestObserver } from "./http/request-observer.ts";
import { accountRoutes } from "./features/account/routes.ts";
import { avatarRoutes } from "./features/account/routes-avatar.ts";
import { alarmRoutes } from "./features/alarms/routes.ts";
import { adminRoutes } from "./features/admin/routes.ts";
import { runRoutes } from "./features/agent-loop/routes.ts";
import { agentRoutes } from "./features/agents/routes.ts";
import { recordDeniedRequest } from "./features/audit/index.ts";
import { auditRoutes } from "./features/audit/routes.ts";
import { bulkRoutes } from "./features/pages/bulk/routes.ts";
import { messageRoutes } from "./features/channels/routes.ts";
import { commentRoutes } from "./features/comments/routes.ts";
import { commentSuggestionRoutes } from "./features/comments/routes-suggestions.ts";
import { dataExportRoutes } from "./features/account/export/routes.ts";
import { deletionRoutes } from "./features/account/deletion/routes.ts";
import { deviceRoutes } from "./features/auth/devices/routes.ts";
import { driveRoutes } from "./features/drives/routes.ts";
import { contactRoutes } from "./features/contact/routes.ts";
import { oauthRoutes } from "./features/auth/oauth/routes.ts";
import { fileRoutes } from "./features/files/routes.ts";
import { pageFileRoutes } from "./features/files/routes-page.ts";
import { partRoutes } from "./features/files/routes-multipart.ts";
import { invitationRoutes } from "./features/invitations/manage/routes.ts";
import { liveRoutes } from "./features/live/routes.ts";
import { accessRequestRoutes } from "./features/pages/access-requests/routes.ts";
import { grantRoutes } from "./features/pages/sharing/routes.ts";
import { viewerRoutes } from "./features/pages/viewers/routes.ts";
import { sharedRoutes } from "./features/pages/shared/routes.ts";
import { identityRoutes } from "./features/auth/session/routes.ts";
import { recordEndedCredential } from "./features/auth/index.ts";
import { noteCall } from "./features/auth/tokens/calls/service.ts";
import { magicLinkRoutes } from "./features/auth/magic-link/routes.ts";
import { operatorRoutes } from "./features/operator/routes.ts";
import { mcpRoutes } from "./features/mcp/routes.ts";
import { protocolRoutes } from "./features/mcp/protocol/routes.ts";
import { mcpPathRoutes } from "./features/mcp/routes-page-references.ts";
import { flushIfDue } from "./features/monitoring/index.ts";
import { monitoringRoutes } from "./features/monitoring/routes.ts";
import { notificationKindRoutes } from "./features/notifications/kinds/routes.ts";
import { muteRoutes } from "./features/mutes/routes.ts";
import { notificationRoutes } from "./features/notifications/routes.ts";
import { pageRoutes } from "./features/pages/routes.ts";
import { historyRoutes } from "./features/pages/history/routes.ts";
import { treeRoutes } from "./features/pages/tree/routes.ts";
import { passkeyRoutes } from "./features/auth/passkeys/routes.ts";
import { providerRoutes } from "./features/auth/providers/routes.ts";
import { nativeProviderRoutes } from "./features/auth/providers/routes-native.ts";
import { propertyRoutes } from "./features/properties/routes.ts";
import { quotaRoutes } from "./features/quotas/routes.ts";
import { searchRoutes } from "./features/search/routes.ts";
import { suggestionRoutes } from "./features/suggestions/routes.ts";
import { instanceRoutes } from "./features/instance/routes.ts";
import { signUpLinkRoutes } from "./features/signup/routes.ts";
import { socketRoutes } from "./features/auth/tokens/socket/routes.ts";
import { systemRoutes } from "./features/monitoring/routes-health.ts";
import { tokenRoutes } from "./features/auth/tokens/mcp/routes.ts";
import { peopleRoutes } from "./features/people/routes.ts";
import { transferRoutes } from "./features/transfer/routes.ts";
import { transferJobRoutes } from "./features/transfer/jobs/routes.ts";
import { undoRoutes } from "./features/pages/undo/routes.ts";
import { problemPage } from "./web/views/error.tsx";
import { referenceRoutes } from "./web/views/routes-reference.ts";
import { blankPageRoutes } from "./web/views/routes-blank.ts";
import { webRoutes } from "./web/views/routes.ts";
import { consentRoutes } from "./web/views/routes-oauth.ts";
import { emailProofRoutes } from "./web/views/routes-email-proof.ts";
import { inboxRoutes } from "./web/views/routes-inbox.ts";
import { joinPageRoutes } from "./web/views/routes-join.ts";
import { invitationPageRoutes } from "./web/views/routes-invitation.ts";
import { providerReturnRoutes } from "./web/views/routes-provider-return.ts";
import { signInLinkRoutes } from "./web/views/routes-sign-in-link.ts";
import { adminPageRoutes } from "./web/views/routes-admin.ts";
import { toHtml } from "./web/views/html.ts";
import { acceptedLanguage } from "./kernel/preferences.ts";

const declared = routes()
  .join(systemRoutes)
  .join(auditRoutes)
  .join(magicLinkRoutes)
  .join(identityRoutes)
  .join(accountRoutes)
  .join(avatarRoutes)
  .join(quotaRoutes)
  .join(adminRoutes)
  .join(alarmRoutes)
  .join(instanceRoutes)
  .join(deletionRoutes)
  .join(dataExportRoutes)
  .join(pageRoutes)
  .join(treeRoutes)
  .join(historyRoutes)
  .join(grantRoutes)
  .join(accessRequestRoutes)
  .join(viewerRoutes)
  .join(invitationRoutes)
  .join(signUpLinkRoutes)
  .join(sharedRoutes)
  .join(driveRoutes)
  .join(passkeyRoutes)
  .join(providerRoutes)
  .join(nativeProviderRoutes)
  .join(deviceRoutes)
  .join(socketRoutes)
  .join(tokenRoutes)
  .join(oauthRoutes)
  .join(searchRoutes)
  .join(propertyRoutes)
  .join(agentRoutes)
  .join(runRoutes)
  .join(suggestionRoutes)
  .join(bulkRoutes)
  .join(transferRoutes)
  .join(transferJobRoutes)
  .join(contactRoutes)
  .join(fileRoutes)
  .join(partRoutes)
  .join(pageFileRoutes)
  .join(messageRoutes)
  .join(commentRoutes)
  .join(commentSuggestionRoutes)
  .join(undoRoutes)
  .join(operatorRoutes)
  .join(monitoringRoutes)
  .join(notificationRoutes)
  .join(muteRoutes)
  .join(notificationKindRoutes)
  .join(peopleRoutes)
  .join(liveRoutes)
  .join(mcpRoutes)
  .join(mcpPathRoutes)
  .join(protocolRoutes)
  .join(webRoutes)
  .join(inboxRoutes)
  .join(blankPageRoutes)
  .join(adminPageRoutes)
  .join(consentRoutes)
  .join(signInLinkRoutes)
  .join(providerReturnRoutes)
  .join(emailProofRoutes)
  .join(invitationPageRoutes)
  .join(joinPageRoutes);

/** Used by the app, OpenAPI and the tests. */
export const api = declared.join(referenceRoutes(declared.list, version));

const observer: RequestObserver = {
  answered: noteCall,
  refused(deps, request) {
    recordDeniedRequest(deps, request);
    if (request.code === "unauthenticated" && request.caller) recordEndedCredential(deps, request.caller);
  },
  measured: flushIfDue,
};

export const app = createApp(api.list, createDeps, observer, (c, error) =>
  c.html(
    toHtml({ language: acceptedLanguage(c.req.header("Accept-Language")), appearance: "system" }, () =>
      problemPage({
        code: error.code,
        sentence: error.message,
        requestId: String(c.get("requestId")),
        address: c.req.path,
      }),
    ),
    404,
  ),
);

/** For `hc<App>(origin)`: a client with the paths, inputs and responses of the routes. */
export type App = ClientApp<typeof api>;
