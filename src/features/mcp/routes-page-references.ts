/** HTTP routes that find drives for external tools, and the pages referenced in a text, for tools and for people. */
import { routes } from "../../http/route-list.ts";
import { McpDrives, listMcpDrives } from "./drive-list.ts";
import { detectPaths } from "./page-references.ts";
import { DetectPaths, DetectedPaths } from "./references/contract.ts";

const READ = { tag: "MCP", principals: ["mcp"] } as const;

const DETECTION = { method: "get", query: DetectPaths, answer: { status: 200, schema: DetectedPaths } } as const;

export const mcpPathRoutes = routes()
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/mcp/drives",
      operation: "listToolDrives",
      summary: "List the drives that the token may access",
      answer: { status: 200, schema: McpDrives },
    },
    ({ deps, caller }) => listMcpDrives(deps, caller),
  )
  .add(
    {
      ...READ,
      ...DETECTION,
      path: "/api/mcp/detect-paths",
      operation: "detectPaths",
      summary: "Find the pages that a text refers to by path, page URL, page id or mention link",
    },
    ({ deps, caller, query }) => detectPaths(deps, caller, query.text),
  )
  .add(
    {
      ...DETECTION,
      tag: "Pages",
      principals: ["session"],
      path: "/api/page-references",
      operation: "findPageReferences",
      summary: "Find the pages that a text refers to, for people",
    },
    ({ deps, caller, query }) => detectPaths(deps, caller, query.text),
  );
