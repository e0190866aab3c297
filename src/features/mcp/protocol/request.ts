/** Access to the protocol endpoint: checks before a message is read, and rejection of the caller afterwards. */
import type { Actor, Caller } from "../../../kernel/caller.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { isTokenHost } from "../../../platform/config.ts";
import { authenticate } from "../../../permissions/authenticate.ts";
import { LOOPBACK_HOSTS } from "../../auth/oauth/rules.ts";
import type { ToolContext } from "../tools/tool.ts";

/**
 * Rejects requests from pages of other sites, and DNS rebinding. Non-browser clients send no Origin; one on the same
 * machine may call a development server by any loopback name.
 */
export function requireOwnHost(config: Deps["config"], request: Request): void {
  if (isTokenHost(config, request) && request.headers.get("Origin") === null) return;
  const { origin, production } = config;
  const own = new URL(origin).hostname;
  const isOwn = (name: string): boolean =>
    name === own || (!production && LOOPBACK_HOSTS.has(name) && LOOPBACK_HOSTS.has(own));
  const from = request.headers.get("Origin");
  const isOwnPage =
    from === null || from === origin || (!production && URL.canParse(from) && isOwn(new URL(from).hostname));
  if (isOwnPage && isOwn(new URL(request.url).hostname)) return;
  throw new AppError(
    "cross_site",
    `MCP is not available at this address. Connect to ${origin}/mcp, from outside a browser.`,
  );
}

type ProtocolRequest = {
  readonly context: ToolContext;
  /** Returns the response, unless the caller is rejected: that is reported by HTTP status, whatever the message was. */
  readonly finish: (response: Response) => Promise<Response>;
};

/** The use case that handles the message authenticates the caller in its own round trip; `finish` does if none did. */
export function beginRequest(deps: Deps, caller: Caller): ProtocolRequest {
  let refusal: Error | null = null;
  const refuse = (error: unknown): void => {
    if (error instanceof Error) refusal ??= error;
  };
  const checkCaller = async (actor: Actor): Promise<void> => {
    try {
      await deps.checkCaller(actor);
    } catch (error) {
      refuse(error);
      throw error;
    }
  };
  const watched = { ...deps, checkCaller };
  let asked: Promise<Actor> | null = null;
  const actor = (): Promise<Actor> =>
    (asked ??= authenticate(watched, caller, []).then(
      (found) => found.actor,
      (error: Error) => {
        refuse(error);
        throw error;
      },
    ));
  return {
    context: { deps: watched, caller, actor, refuse },
    async finish(response) {
      if (refusal === null && deps.identity.actor === null) await actor();
      if (refusal !== null) throw refusal;
      return response;
    },
  };
}
