/** `npm run client:operations`: generates the client's types from the route table, the source of /api/openapi.json. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { operationsModule, type OpenApi } from "./operations.ts";
import { root } from "../commands.ts";
import { loadWorkerModule } from "../build/load-worker-module.ts";

const source = `
  import { api } from "./src/app.ts";
  import { openApiDocument } from "./src/http/openapi.ts";
  export const description = openApiDocument(api.list, "");`;
// The exports of the source above.
const { description } = (await loadWorkerModule(source)) as { description: OpenApi };
await writeFile(join(root, "client/src/operations.ts"), operationsModule(description));
