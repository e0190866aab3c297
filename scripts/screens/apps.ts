/** An app that requests access, in a browser and in a terminal. */
import { createHash } from "node:crypto";
import { origin } from "../../test/e2e/browser.ts";

const BACK = "http://127.0.0.1:9/callback";

async function send<T>(path: string, body: RequestInit): Promise<T> {
  const answer = await fetch(new URL(path, origin), { method: "POST", ...body });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T; // the response shapes are defined by the routes
}

/** Registers the app; returns its id. */
export async function registerApp(): Promise<string> {
  const wanted = { client_name: "Reading assistant", redirect_uris: [BACK], scope: "read write" };
  const headers = { "Content-Type": "application/json" };
  return (await send<{ client_id: string }>("/oauth/register", { headers, body: JSON.stringify(wanted) })).client_id;
}

/** The authorization URL to which the app sends a browser. */
export const askedBy = (app: string): string =>
  `/oauth/authorize?${String(
    new URLSearchParams({
      response_type: "code",
      client_id: app,
      redirect_uri: BACK,
      code_challenge: createHash("sha256").update("x".repeat(43)).digest("base64url"),
      code_challenge_method: "S256",
      scope: "read write",
      resource: new URL("/mcp", origin).href,
    }),
  )}`;

/** The code that the app shows in a terminal. */
export async function terminalCode(app: string): Promise<string> {
  const body = new URLSearchParams({ client_id: app, scope: "read write" });
  return (await send<{ user_code: string }>("/oauth/device", { body })).user_code;
}
