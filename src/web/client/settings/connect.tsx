/**
 * Connecting a client: creates a token, inserts it into the snippets to copy, and shows when the first call has
 * succeeded.
 */
import { render } from "preact";
import type { McpToken, NewMcpToken } from "../../../features/auth/tokens/mcp/contract.ts";
import { words } from "../../../words/connect.ts";
import { TokenRows } from "../../shared/token-rows.tsx";
import { call, path } from "../api/api.ts";
import { ask } from "../ui/dialog.ts";
import { fieldOf, need, onClick } from "../ui/dom.ts";
import { attempt, announce, onSubmit } from "../ui/notice.ts";
import { confirmBeforeTyping } from "../sign-in/step-up.ts";

const TOKENS = "/api/auth/mcp-tokens";
const POLL_MS = 3_000;
/** How long (ms) to wait for the first call with a new token. */
const WAIT_MS = 15 * 60_000;

export function startConnect(root: HTMLElement, signal: AbortSignal): void {
  const form = need("[data-new-token]", HTMLFormElement, root);
  const list = need("[data-tokens]", HTMLUListElement, root);
  // The first render replaces the printed list.
  let isPrinted = true;
  const show = (tokens: readonly McpToken[]) => {
    if (isPrinted) list.replaceChildren();
    isPrinted = false;
    render(<TokenRows tokens={tokens} now={Date.now()} />, list);
  };
  const refresh = async (): Promise<readonly McpToken[]> => {
    const tokens = await call<McpToken[]>("GET", TOKENS);
    if (!signal.aborted) show(tokens);
    return tokens;
  };
  confirmBeforeTyping(form);
  onSubmit(form, async () => {
    const made = await makeToken(form);
    showToken(root, made);
    form.reset();
    await refresh();
    waitForCall(root, made, refresh, signal);
  });
  onClick(root, "[data-act=copy]", (button) => attempt(button, () => copy(button)));
  onClick(root, "[data-act=revoke-token]", (button) =>
    attempt(button, async () => {
      const { id = "", name = "" } = button.closest("li")?.dataset ?? {};
      if (!(await ask(words.revokeToken, words.stopsAtOnce(name), words.revoke))) return;
      await call("DELETE", path`/api/auth/mcp-tokens/${id}`);
      await refresh();
      announce(words.revoked(name));
    }),
  );
}

function makeToken(form: HTMLFormElement): Promise<NewMcpToken> {
  const driveIds = new FormData(form).getAll("driveIds").map(String);
  const access = fieldOf(form, "access");
  const days = fieldOf(form, "days");
  return call<NewMcpToken>("POST", TOKENS, {
    name: fieldOf(form, "name"),
    readOnly: access === "read",
    canShare: access === "share",
    ...(days !== "" && { expiresInDays: Number(days) }),
    ...(driveIds.length > 0 && { driveIds }),
  });
}

/** The token exists only in the open page: in no address, storage or attribute. */
function showToken(root: HTMLElement, { token }: NewMcpToken): void {
  for (const place of root.querySelectorAll("[data-token]")) place.textContent = token;
  const made = need("[data-made]", HTMLElement, root);
  made.hidden = false;
  made.focus();
}

function waitForCall(
  root: HTMLElement,
  { id, name }: NewMcpToken,
  refresh: () => Promise<readonly McpToken[]>,
  signal: AbortSignal,
): void {
  const state = need("[data-waiting]", HTMLElement, root);
  const end = Date.now() + WAIT_MS;
  state.textContent = words.waiting(name);
  const look = async (): Promise<void> => {
    if (signal.aborted || Date.now() > end) return;
    // When offline or rejected, the next poll decides.
    const tokens = document.hidden ? [] : await refresh().catch(() => []);
    const lastCall = tokens.find((token) => token.id === id)?.lastCall;
    if (!lastCall) schedule();
    else if (lastCall.error === null) state.textContent = words.cameThrough(name);
    else {
      state.textContent = words.wasRefused(name, lastCall.error);
      schedule();
    }
  };
  const schedule = () => {
    const timer = setTimeout(() => void look(), POLL_MS);
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  };
  schedule();
}

async function copy(button: HTMLElement): Promise<void> {
  const text = button.closest("figure")?.querySelector("pre")?.textContent ?? "";
  await navigator.clipboard.writeText(text);
  const label = button.textContent;
  button.textContent = words.copied;
  setTimeout(() => (button.textContent = label), 2_000);
}
