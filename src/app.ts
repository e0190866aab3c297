/** The one list of what the service answers to. */
import { mount } from "./http/mount.ts";
import { routes, type ClientApp } from "./http/router.ts";
import { grantRoutes } from "./features/grants/routes.ts";
import { identityRoutes } from "./features/identity/routes.ts";
import { mcpRoutes } from "./features/mcp/routes.ts";
import { pageRoutes } from "./features/pages/routes.ts";
import { systemRoutes } from "./features/system/routes.ts";

export const api = routes().join(systemRoutes).join(identityRoutes).join(pageRoutes).join(grantRoutes).join(mcpRoutes);

export const app = mount(api.list);

/** For `hc<App>(origin)`: a client whose paths, inputs and answers are those of the routes. */
export type App = ClientApp<typeof api>;
