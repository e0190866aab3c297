/** The tables in docs/limits.md match the declarations of routes and tools. */
import { expect, test } from "vitest";
import { BEGIN, limitsPage } from "../../scripts/limits/page.ts";
import { api } from "../../src/app.ts";
import { MAX_TOKENS } from "../../src/features/mcp/tools/answer-size.ts";
import { listTools } from "../../src/features/mcp/tools/catalogue.ts";
import { limitsOf } from "../../src/http/route.ts";
import { COARSE_LIMITS } from "../../src/platform/coarse-rate-limit.ts";
import costs from "../cost/largest-requests.json";

const written = import.meta.glob<string>(["../../docs/limits.md"], { query: "?raw", import: "default", eager: true });

/** Removes the padding that the formatter adds to table columns. */
const squeezed = (text: string): string => text.replaceAll(/ +/g, " ").replaceAll(/-{2,}/g, "---").trim();

test("docs/limits.md matches the declared limits", () => {
  const page = limitsPage({
    routes: api.list.map(({ spec }) => ({ ...spec, limits: limitsOf(spec) })),
    tools: listTools(false),
    coarse: COARSE_LIMITS,
    answerTokens: MAX_TOKENS,
    costs,
  });
  const [, tables = ""] = String(Object.values(written)[0]).split(BEGIN);
  expect(squeezed(BEGIN + tables), "outdated: run npm run limits").toBe(squeezed(page));
});
