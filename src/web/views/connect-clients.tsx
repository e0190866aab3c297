/** Instructions for connecting each program, with this deployment's address filled in. Sources: docs/mcp.md. */
import type { ComponentChildren } from "preact";
import { words } from "../../words/connect-clients.ts";

/** Placeholder for the token in a snippet, replaced in the browser when a token has just been created. */
export const TOKEN = "mcp_…";

export type Program = {
  readonly id: string;
  readonly name: string;
  /** Whether the program signs in itself, or is given a token. */
  readonly by: "sign-in" | "token";
  readonly steps: readonly ComponentChildren[];
  readonly snippet?: { readonly where: string; readonly text: string };
  /** Opens the program with everything but the credential, which is never part of a URL. */
  readonly link?: { readonly label: string; readonly href: string };
};

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const HEADERS = { Authorization: `Bearer ${TOKEN}` };

/** `tokenOrigin` is for programs that would ignore a token if they detect that they could sign in. */
export function programsFor(origin: string, tokenOrigin: string | null): readonly Program[] {
  const url = `${tokenOrigin ?? origin}/mcp`;
  return [
    ...hosted(),
    ...terminals(url),
    ...editors(url, `${origin}/mcp`),
    {
      id: "shell",
      name: words.shell,
      by: "token",
      steps: [words.httpToo(<a href="/api/docs">{words.reference}</a>)],
      snippet: {
        where: words.terminal,
        text: `curl -s ${origin}/api/mcp/drives \\\n  -H "Authorization: Bearer ${TOKEN}"`,
      },
    },
  ];
}

/** They connect from their vendors' servers, so they need an address reachable from the internet, and accept no token. */
const hosted = (): readonly Program[] => [
  {
    id: "claude",
    name: words.claude,
    by: "sign-in",
    steps: [words.claudeAdd, words.claudePaste, words.signInAsked("Claude")],
  },
  {
    id: "chatgpt",
    name: "ChatGPT",
    by: "sign-in",
    steps: [words.chatgptMode, words.chatgptCreate, words.signInAsked("ChatGPT")],
  },
];

const terminals = (url: string): readonly Program[] => [
  {
    id: "claude-code",
    name: "Claude Code",
    by: "token",
    steps: [words.runThis, words.typeMcp("Claude Code", <code>/mcp</code>)],
    snippet: {
      where: words.terminal,
      text: `claude mcp add --transport http --scope user octavo ${url} \\\n  --header "Authorization: Bearer ${TOKEN}"`,
    },
  },
  {
    id: "codex",
    name: "Codex",
    by: "token",
    steps: [words.runThisCodex],
    snippet: {
      where: words.terminal,
      text: `export OCTAVO_TOKEN="${TOKEN}"\ncodex mcp add octavo --url ${url} \\\n  --bearer-token-env-var OCTAVO_TOKEN`,
    },
  },
  {
    id: "gemini",
    name: "Gemini CLI",
    by: "token",
    steps: [words.putBeside(<code>~/.gemini/settings.json</code>), words.typeMcpTools("Gemini CLI", <code>/mcp</code>)],
    snippet: {
      where: "~/.gemini/settings.json",
      text: json({ mcpServers: { octavo: { httpUrl: url, headers: HEADERS } } }),
    },
  },
];

const editors = (url: string, signInUrl: string): readonly Program[] => [
  {
    id: "cursor",
    name: "Cursor",
    by: "token",
    steps: [words.putBesideServers(<code>~/.cursor/mcp.json</code>), words.orOpenCursor],
    snippet: { where: "~/.cursor/mcp.json", text: json({ mcpServers: { octavo: { url, headers: HEADERS } } }) },
    link: {
      label: words.openCursor,
      href: `cursor://anysphere.cursor-deeplink/mcp/install?name=octavo&config=${encodeURIComponent(btoa(JSON.stringify({ url: signInUrl })))}`,
    },
  },
  {
    id: "vscode",
    name: "VS Code",
    by: "token",
    steps: [words.openCodeLink, words.orPut(<code>.vscode/mcp.json</code>)],
    snippet: {
      where: ".vscode/mcp.json",
      text: json({ inputs: [promptForToken()], servers: { octavo: promptingServer(url) } }),
    },
    link: {
      label: words.openCode,
      href: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: "octavo", ...promptingServer(url), inputs: [promptForToken()] }))}`,
    },
  },
  {
    id: "windsurf",
    name: "Windsurf",
    by: "token",
    steps: [words.putAndRefresh(<code>~/.codeium/windsurf/mcp_config.json</code>)],
    snippet: {
      where: "~/.codeium/windsurf/mcp_config.json",
      text: json({ mcpServers: { octavo: { serverUrl: url, headers: HEADERS } } }),
    },
  },
  {
    id: "zed",
    name: "Zed",
    by: "token",
    steps: [words.put(<code>~/.config/zed/settings.json</code>)],
    snippet: {
      where: "~/.config/zed/settings.json",
      text: json({ context_servers: { octavo: { url, headers: HEADERS } } }),
    },
  },
];

const TOKEN_INPUT = "octavo-token";

const promptForToken = () => ({
  type: "promptString",
  id: TOKEN_INPUT,
  description: words.octavoToken,
  password: true,
});

const promptingServer = (url: string) => ({
  type: "http",
  url,
  headers: { Authorization: `Bearer \${input:${TOKEN_INPUT}}` },
});
