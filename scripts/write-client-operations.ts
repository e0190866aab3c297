/** `npm run client:operations`: writes the client's types by the route table, from which /api/openapi.json is made as well. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { operationsModule, type OpenApi } from "./client-operations.ts";
import { root } from "./commands.ts";
import { loadWorkerModule } from "./load-worker-module.ts";

const source = `
  import { api } from "./src/app.ts";
  import { openApiDocument } from "./src/http/openapi.ts";
  export const description = openApiDocument(api.list, "");`;
// What the source exports.
const { description } = (await loadWorkerModule(source)) as { description: OpenApi };
await writeFile(join(root, "client/src/operations.ts"), operationsModule(description));
