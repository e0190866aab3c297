/**
 * An editing task with the command line of the MCP Inspector. It is
 * fetched by npx, since it is large and nothing else needs it.
 */
import * as z from "zod";
import { capture } from "../../commands.ts";
import { startAuthorizingProxy } from "../../conformance/authorizing-proxy.ts";
import { ensure } from "../report.ts";
import { withDrive } from "../with-drive.ts";
import type { Smoke } from "../world.ts";

const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";

type Inspect = (...args: readonly string[]) => Promise<unknown>;

/** Tokens stay out of command lines: the proxy adds it. */
const inspectorOf =
  (address: string): Inspect =>
  async (...args) => {
    const command = ["--yes", "--loglevel=error", INSPECTOR, "--cli", address, "--transport", "http", ...args];
    const { code, output } = await capture(["npx"], command);
    ensure(code === 0, `The Inspector ended with ${code}: ${output.slice(-2_000)}`);
    // The output also contains remarks by npm and the Inspector.
    return JSON.parse(/^\{$[^]*^\}$/m.exec(output)?.[0] ?? output);
  };

const Answer = z.looseObject({ isError: z.boolean().optional(), structuredContent: z.unknown().optional() });

async function callTool<T>(inspect: Inspect, name: string, args: object, shape: z.ZodType<T>): Promise<T> {
  const pairs = Object.entries(args).flatMap(([key, value]) => [
    "--tool-arg",
    `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  ]);
  const answer = Answer.parse(await inspect("--method", "tools/call", "--tool-name", name, ...pairs));
  ensure(answer.isError !== true, `${name} answered ${JSON.stringify(answer).slice(0, 500)}`);
  console.log(`${name}: ok`);
  return shape.parse(answer.structuredContent);
}

async function doTask(inspect: Inspect): Promise<void> {
  const { tools } = z
    .object({ tools: z.array(z.looseObject({ name: z.string() })) })
    .parse(await inspect("--method", "tools/list"));
  console.log(`tools/list: ${tools.length} tools`);
  const { drives } = await callTool(
    inspect,
    "list_drives",
    {},
    z.object({ drives: z.array(z.looseObject({ id: z.string() })).length(1) }),
  );
  const pages = [{ title: "Launch", content: "# Launch\nDate: open" }];
  const made = await callTool(
    inspect,
    "create_pages",
    { driveId: drives[0]?.id ?? "", pages },
    z.object({ pages: z.array(z.looseObject({ id: z.string() })).length(1) }),
  );
  const page = made.pages[0]?.id ?? "";
  const Read = z.looseObject({ revision: z.int(), text: z.string() });
  const { revision } = await callTool(inspect, "fetch", { id: page }, Read);
  const edits = [{ op: "replace", startLine: 2, content: "Date: 1 May" }];
  const edited = await callTool(inspect, "edit_page", { page, baseRevision: revision, edits }, Read);
  ensure(edited.text.includes("2 | Date: 1 May"), `The page contains ${edited.text}`);
  const resource = JSON.stringify(await inspect("--method", "resources/read", "--uri", `page://${page}`));
  ensure(resource.includes("Date: 1 May"), `The resource contains ${resource}`);
  const prompt = ["--prompt-name", "tidy_page", "--prompt-args", `page=${page}`];
  ensure(
    JSON.stringify(await inspect("--method", "prompts/get", ...prompt)).includes(page),
    "The prompt mentions no page.",
  );
  console.log("resources/read, prompts/get: ok");
}

export const run = (smoke: Smoke): Promise<void> =>
  withDrive(smoke, "Inspector", async ({ token }) => {
    const proxy = await startAuthorizingProxy(smoke.options.origin, token);
    await smoke.report.check("the Inspector does an editing task", () => doTask(inspectorOf(`${proxy.origin}/mcp`)));
    proxy.close();
  });
