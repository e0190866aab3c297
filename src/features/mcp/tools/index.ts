/** The tools, for callers within the service. */
export { callTool, findTool } from "./call.ts";
export { listTools } from "./catalogue.ts";
export { driveIdOf } from "./drive-ref.ts";
export { pageIdsOf } from "./page-ref.ts";
export type { Tool, ToolCall } from "./tool.ts";
