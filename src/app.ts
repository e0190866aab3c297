/** The one list of what the service answers to. */
import { version } from "../package.json";
import { mount } from "./http/mount.ts";
import { referenceRoutes } from "./http/reference.ts";
import { routes, type ClientApp } from "./http/router.ts";
import { auditRoutes } from "./features/audit/routes.ts";
import { driveRoutes } from "./features/drives/routes.ts";
import { grantRoutes } from "./features/grants/routes.ts";
import { identityRoutes } from "./features/identity/routes.ts";
import { mcpRoutes } from "./features/mcp/routes.ts";
import { mcpPathRoutes } from "./features/mcp/routes-paths.ts";
import { pageRoutes } from "./features/pages/routes.ts";
import { systemRoutes } from "./features/system/routes.ts";
import { tokenRoutes } from "./features/tokens/routes.ts";
import { problemPage } from "./web/pages/problem.tsx";
import { webRoutes } from "./web/routes.ts";

const features = routes()
  .join(systemRoutes)
  .join(auditRoutes)
  .join(identityRoutes)
  .join(pageRoutes)
  .join(grantRoutes)
  .join(driveRoutes)
  .join(tokenRoutes)
  .join(mcpRoutes)
  .join(mcpPathRoutes);

/** What runs, what OpenAPI prints and what the tests enumerate. */
export const api = features.join(referenceRoutes(features.list, version)).join(webRoutes);

export const app = mount(api.list, (c, error) =>
  c.html(problemPage(error.code, error.message, String(c.get("requestId"))), 404),
);

/** For `hc<App>(origin)`: a client whose paths, inputs and answers are those of the routes. */
export type App = ClientApp<typeof api>;
