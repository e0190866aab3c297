/** The one list of what the service answers to. */
import { version } from "../package.json";
import { createDeps } from "./composition.ts";
import { createApp } from "./http/mount.ts";
import { referenceRoutes } from "./http/reference.ts";
import { routes, type ClientApp } from "./http/router.ts";
import { accountRoutes } from "./features/account/routes.ts";
import { avatarRoutes } from "./features/account/routes-avatar.ts";
import { adminRoutes } from "./features/admin/routes.ts";
import { agentRoutes } from "./features/agents/routes.ts";
import { auditRoutes } from "./features/audit/routes.ts";
import { bulkRoutes } from "./features/bulk/routes.ts";
import { messageRoutes } from "./features/channels/routes.ts";
import { dataExportRoutes } from "./features/data-export/routes.ts";
import { deletionRoutes } from "./features/deletion/routes.ts";
import { deviceRoutes } from "./features/devices/routes.ts";
import { driveRoutes } from "./features/drives/routes.ts";
import { contactRoutes } from "./features/contact/routes.ts";
import { fileRoutes } from "./features/files/routes.ts";
import { pageFileRoutes } from "./features/files/routes-page.ts";
import { partRoutes } from "./features/files/routes-parts.ts";
import { grantRoutes } from "./features/grants/routes.ts";
import { identityRoutes } from "./features/identity/routes.ts";
import { mcpRoutes } from "./features/mcp/routes.ts";
import { mcpPathRoutes } from "./features/mcp/routes-paths.ts";
import { monitoringRoutes } from "./features/monitoring/routes.ts";
import { notificationRoutes } from "./features/notifications/routes.ts";
import { pageRoutes } from "./features/pages/routes.ts";
import { passkeyRoutes } from "./features/passkeys/routes.ts";
import { providerRoutes } from "./features/providers/routes.ts";
import { nativeProviderRoutes } from "./features/providers/routes-native.ts";
import { quotaRoutes } from "./features/quotas/routes.ts";
import { searchRoutes } from "./features/search/routes.ts";
import { socketRoutes } from "./features/sockets/routes.ts";
import { systemRoutes } from "./features/system/routes.ts";
import { tokenRoutes } from "./features/tokens/routes.ts";
import { peopleRoutes } from "./features/people/routes.ts";
import { transferRoutes } from "./features/transfer/routes.ts";
import { undoRoutes } from "./features/undo/routes.ts";
import { problemPage } from "./web/pages/problem.tsx";
import { webRoutes } from "./web/routes.ts";
import { adminPageRoutes } from "./web/routes-admin.ts";

const features = routes()
  .join(systemRoutes)
  .join(auditRoutes)
  .join(identityRoutes)
  .join(accountRoutes)
  .join(avatarRoutes)
  .join(quotaRoutes)
  .join(adminRoutes)
  .join(deletionRoutes)
  .join(dataExportRoutes)
  .join(pageRoutes)
  .join(grantRoutes)
  .join(driveRoutes)
  .join(passkeyRoutes)
  .join(providerRoutes)
  .join(nativeProviderRoutes)
  .join(deviceRoutes)
  .join(socketRoutes)
  .join(tokenRoutes)
  .join(searchRoutes)
  .join(agentRoutes)
  .join(bulkRoutes)
  .join(transferRoutes)
  .join(contactRoutes)
  .join(fileRoutes)
  .join(partRoutes)
  .join(pageFileRoutes)
  .join(messageRoutes)
  .join(undoRoutes)
  .join(monitoringRoutes)
  .join(notificationRoutes)
  .join(peopleRoutes)
  .join(mcpRoutes)
  .join(mcpPathRoutes);

/** What runs, what OpenAPI prints and what the tests enumerate. */
export const api = features.join(referenceRoutes(features.list, version)).join(webRoutes).join(adminPageRoutes);

export const app = createApp(api.list, createDeps, (c, error) =>
  c.html(problemPage(error.code, error.message, String(c.get("requestId"))), 404),
);

/** For `hc<App>(origin)`: a client whose paths, inputs and answers are those of the routes. */
export type App = ClientApp<typeof api>;
