/** How each program is connected: what is typed or pasted where, with this deployment's address filled in. Sources: docs/mcp.md. */
import type { ComponentChildren } from "preact";

/** Stands in a snippet for the token, which is put in its place in the browser, when it has just been made. */
export const TOKEN = "mcp_…";

export type Program = {
  readonly id: string;
  readonly name: string;
  /** Whether it signs in by itself, or is given a token. */
  readonly by: "sign-in" | "token";
  readonly steps: readonly ComponentChildren[];
  readonly snippet?: { readonly where: string; readonly text: string };
  /** Opens the program with all it needs but the credential, which no address ever holds. */
  readonly link?: { readonly label: string; readonly href: string };
};

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const HEADERS = { Authorization: `Bearer ${TOKEN}` };

/** `tokenOrigin` serves those that would leave the token away where they find that they could sign in. */
export function programsFor(origin: string, tokenOrigin: string | null): readonly Program[] {
  const url = `${tokenOrigin ?? origin}/mcp`;
  return [
    ...hosted,
    ...terminals(url),
    ...editors(url, `${origin}/mcp`),
    {
      id: "shell",
      name: "Shell script",
      by: "token",
      steps: [
        <>
          Every tool has a plain HTTP route as well; the <a href="/api/docs">API reference</a> lists them.
        </>,
      ],
      snippet: {
        where: "Terminal",
        text: `curl -s ${origin}/api/mcp/drives \\\n  -H "Authorization: Bearer ${TOKEN}"`,
      },
    },
  ];
}

/** They connect from their makers' servers, so they need an address that the internet reaches, and take no token. */
const hosted: readonly Program[] = [
  {
    id: "claude",
    name: "Claude on the web, desktop and phone",
    by: "sign-in",
    steps: [
      "In Claude, open Settings, then Connectors, and choose Add custom connector.",
      "Paste the address above as the remote MCP server URL.",
      "Sign in to Octavo when Claude asks, and choose the drives it may use.",
    ],
  },
  {
    id: "chatgpt",
    name: "ChatGPT",
    by: "sign-in",
    steps: [
      "In ChatGPT, open Settings, then Connectors, then Advanced, and turn on Developer mode.",
      "Go back to Connectors, choose Create, and paste the address above as the connector URL.",
      "Sign in to Octavo when ChatGPT asks, and choose the drives it may use.",
    ],
  },
];

const terminals = (url: string): readonly Program[] => [
  {
    id: "claude-code",
    name: "Claude Code",
    by: "token",
    steps: [
      "Run this in a terminal.",
      <>
        Start Claude Code and type <code>/mcp</code>: Octavo is listed as connected.
      </>,
    ],
    snippet: {
      where: "Terminal",
      text: `claude mcp add --transport http --scope user octavo ${url} \\\n  --header "Authorization: Bearer ${TOKEN}"`,
    },
  },
  {
    id: "codex",
    name: "Codex",
    by: "token",
    steps: ["Run this in a terminal. Codex reads the token from the variable each time it starts, so keep it set."],
    snippet: {
      where: "Terminal",
      text: `export OCTAVO_TOKEN="${TOKEN}"\ncodex mcp add octavo --url ${url} \\\n  --bearer-token-env-var OCTAVO_TOKEN`,
    },
  },
  {
    id: "gemini",
    name: "Gemini CLI",
    by: "token",
    steps: [
      <>
        Put this into <code>~/.gemini/settings.json</code>, beside what is there.
      </>,
      <>
        Start Gemini CLI and type <code>/mcp</code>: Octavo is listed with its tools.
      </>,
    ],
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
    steps: [
      <>
        Put this into <code>~/.cursor/mcp.json</code>, beside the servers that are there.
      </>,
      "Or open Cursor with the address alone, and sign in to Octavo when it asks.",
    ],
    snippet: { where: "~/.cursor/mcp.json", text: json({ mcpServers: { octavo: { url, headers: HEADERS } } }) },
    link: {
      label: "Open Cursor",
      href: `cursor://anysphere.cursor-deeplink/mcp/install?name=octavo&config=${encodeURIComponent(btoa(JSON.stringify({ url: signInUrl })))}`,
    },
  },
  {
    id: "vscode",
    name: "VS Code",
    by: "token",
    steps: [
      "Open VS Code with the link. It asks for the token once and keeps it apart from its files.",
      <>
        Or put this into <code>.vscode/mcp.json</code>.
      </>,
    ],
    snippet: {
      where: ".vscode/mcp.json",
      text: json({ inputs: [promptForToken], servers: { octavo: promptingServer(url) } }),
    },
    link: {
      label: "Open VS Code",
      href: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: "octavo", ...promptingServer(url), inputs: [promptForToken] }))}`,
    },
  },
  {
    id: "windsurf",
    name: "Windsurf",
    by: "token",
    steps: [
      <>
        Put this into <code>~/.codeium/windsurf/mcp_config.json</code>, then refresh the servers in Cascade.
      </>,
    ],
    snippet: {
      where: "~/.codeium/windsurf/mcp_config.json",
      text: json({ mcpServers: { octavo: { serverUrl: url, headers: HEADERS } } }),
    },
  },
  {
    id: "zed",
    name: "Zed",
    by: "token",
    steps: [
      <>
        Put this into <code>~/.config/zed/settings.json</code>.
      </>,
    ],
    snippet: {
      where: "~/.config/zed/settings.json",
      text: json({ context_servers: { octavo: { url, headers: HEADERS } } }),
    },
  },
];

const promptForToken = { type: "promptString", id: "octavo-token", description: "Octavo token", password: true };

const promptingServer = (url: string) => ({
  type: "http",
  url,
  headers: { Authorization: `Bearer \${input:${promptForToken.id}}` },
});
