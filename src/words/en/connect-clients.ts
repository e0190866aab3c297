/** English: how each program is connected. Names of menus are those that the programs show. */
import type { Inline } from "../inline.ts";

export const shell = "Shell script";
export const httpToo = (reference: Inline) => [
  "Every tool has a plain HTTP route as well; the ",
  reference,
  " lists them.",
];
export const reference = "API reference";
export const terminal = "Terminal";
export const claude = "Claude on the web, desktop and phone";
export const claudeAdd = "In Claude, open Settings, then Connectors, and choose Add custom connector.";
export const claudePaste = "Paste the address above as the remote MCP server URL.";
export const signInAsked = (program: string) =>
  `Sign in to Octavo when ${program} asks, and choose the drives it may use.`;
export const chatgptMode = "In ChatGPT, open Settings, then Connectors, then Advanced, and turn on Developer mode.";
export const chatgptCreate = "Go back to Connectors, choose Create, and paste the address above as the connector URL.";
export const runThis = "Run this in a terminal.";
export const runThisCodex =
  "Run this in a terminal. Codex reads the token from the variable each time it starts, so keep it set.";
export const typeMcp = (program: string, command: Inline) => [
  `Start ${program} and type `,
  command,
  ": Octavo is listed as connected.",
];
export const typeMcpTools = (program: string, command: Inline) => [
  `Start ${program} and type `,
  command,
  ": Octavo is listed with its tools.",
];
export const putBeside = (file: Inline) => ["Put this into ", file, ", beside what is there."];
export const putBesideServers = (file: Inline) => ["Put this into ", file, ", beside the servers that are there."];
export const put = (file: Inline) => ["Put this into ", file, "."];
export const orPut = (file: Inline) => ["Or put this into ", file, "."];
export const putAndRefresh = (file: Inline) => ["Put this into ", file, ", then refresh the servers in Cascade."];
export const orOpenCursor = "Or open Cursor with the address alone, and sign in to Octavo when it asks.";
export const openCursor = "Open Cursor";
export const openCodeLink = "Open VS Code with the link. It asks for the token once and keeps it apart from its files.";
export const openCode = "Open VS Code";
export const octavoToken = "Octavo token";
