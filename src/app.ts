/** The one list of what the service answers to. */
import { mount } from "./http/mount.ts";
import { routes, type ClientApp } from "./http/router.ts";
import { identityRoutes } from "./features/identity/routes.ts";
import { systemRoutes } from "./features/system/routes.ts";

export const api = routes().join(systemRoutes).join(identityRoutes);

export const app = mount(api.list);

/** For `hc<App>(origin)`: a client whose paths, inputs and answers are those of the routes. */
export type App = ClientApp<typeof api>;
