/** `npm run limits`: generates the tables of docs/limits.md from the declarations of routes and tools. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../commands.ts";
import { BEGIN, limitsPage, type LimitsPage } from "./page.ts";
import { FIGURES } from "./meter.ts";
import { loadWorkerModule } from "../build/load-worker-module.ts";

const file = join(root, "docs/limits.md");
const source = `
  import { api } from "./src/app.ts";
  import { MAX_TOKENS } from "./src/features/mcp/tools/answer-size.ts";
  import { listTools } from "./src/features/mcp/tools/catalogue.ts";
  import { limitsOf } from "./src/http/route.ts";
  import { COARSE_LIMITS } from "./src/platform/coarse-rate-limit.ts";
  export const declared = {
    routes: api.list.map(({ spec }) => ({ ...spec, limits: limitsOf(spec) })),
    tools: listTools(false),
    coarse: COARSE_LIMITS,
    answerTokens: MAX_TOKENS,
  };`;
// The exports of the source above.
const { declared } = (await loadWorkerModule(source)) as { declared: Omit<LimitsPage, "costs"> };
// Written by `npm run limits:measure`.
const costs = JSON.parse(await readFile(FIGURES, "utf8")) as LimitsPage["costs"];
const [introduction = ""] = (await readFile(file, "utf8")).split(BEGIN);
await writeFile(file, introduction + limitsPage({ ...declared, costs }));
