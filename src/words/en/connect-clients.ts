/** English: how each program is connected. Names of menus are those that the programs show. */
import type { Inline } from "../inline.ts";

export const shell = "Shell script";
export const httpToo = (reference: Inline) => [
  "Every tool is also available as a plain HTTP endpoint; the ",
  reference,
  " lists them.",
];
export const reference = "API reference";
export const terminal = "Terminal";
export const claude = "Claude on web, desktop and mobile";
export const claudeAdd = "In Claude, open Settings, then Connectors, and choose Add custom connector.";
export const claudePaste = "Paste the URL above as the remote MCP server URL.";
export const signInAsked = (program: string) =>
  `Sign in to Octavo when ${program} prompts you, and choose the drives it can use.`;
export const chatgptMode = "In ChatGPT, open Settings, then Connectors, then Advanced, and turn on Developer mode.";
export const chatgptCreate = "Go back to Connectors, choose Create, and paste the URL above as the connector URL.";
export const runThis = "Run this command in a terminal.";
export const runThisCodex =
  "Run this command in a terminal. Codex reads the token from the variable each time it starts, so keep it set.";
export const typeMcp = (program: string, command: Inline) => [
  `Start ${program} and type `,
  command,
  ". Octavo is listed as connected.",
];
export const typeMcpTools = (program: string, command: Inline) => [
  `Start ${program} and type `,
  command,
  ". Octavo is listed with its tools.",
];
export const putBeside = (file: Inline) => ["Add this to ", file, ", next to its existing content."];
export const putBesideServers = (file: Inline) => ["Add this to ", file, ", next to the existing servers."];
export const put = (file: Inline) => ["Add this to ", file, "."];
export const orPut = (file: Inline) => ["Or add this to ", file, "."];
export const putAndRefresh = (file: Inline) => ["Add this to ", file, ", then refresh the servers in Cascade."];
export const orOpenCursor = "Or open Cursor with only the URL, and sign in to Octavo when it prompts you.";
export const openCursor = "Open Cursor";
export const openCodeLink =
  "Open VS Code with the link. It asks for the token once and stores it separately from its configuration files.";
export const openCode = "Open VS Code";
export const octavoToken = "Octavo token";
