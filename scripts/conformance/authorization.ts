/**
 * Runs the suite's scenarios for authorization servers: metadata, and a complete authorization with code and PKCE. The suite
 * prints the address for the user to open; here, a program approves the request.
 */
import { spawn } from "node:child_process";
import { findFreePort } from "../server/free-port.ts";
import { ensure } from "../smoke/report.ts";
import type { Credential } from "../smoke/client.ts";

const FORM = "application/x-www-form-urlencoded";

/** Registers an app that listens on a local port; returns its id. */
async function registerApp(origin: string, port: number): Promise<string> {
  const answer = await fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_name: "Conformance", redirect_uris: [`http://127.0.0.1:${port}/callback`] }),
  });
  ensure(answer.status === 201, `Registering an app returned ${answer.status}.`);
  const { client_id: id } = (await answer.json()) as { client_id: string };
  return id;
}

const located = (answer: Response, from: string): string => {
  const to = answer.headers.get("Location");
  ensure(answer.status === 303 && to !== null, `${from} returned ${answer.status} without a redirect.`);
  return new URL(to ?? "", from).href;
};

/** Opens the address as the user, approves everything, and follows the redirect back to the app. */
async function allow(address: string, person: Credential): Promise<void> {
  ensure(person.kind === "cookie", "Consent requires a session.");
  const { origin } = new URL(address);
  const headers = {
    Cookie: person.kind === "cookie" ? person.cookie : "",
    Origin: origin,
    "Sec-Fetch-Site": "same-origin",
  };
  const consent = located(await fetch(address, { redirect: "manual", headers }), address);
  const page = await (await fetch(consent, { headers })).text();
  const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1];
  ensure(csrf !== undefined, "The consent page has no form.");
  const decided = await fetch(consent, {
    method: "POST",
    redirect: "manual",
    headers: { ...headers, "Content-Type": FORM },
    body: new URLSearchParams({ csrf: csrf ?? "", decision: "allow", scope: "all", access: "write", days: "1" }),
  });
  await (await fetch(located(decided, consent))).text();
}

/** Returns true if every scenario passed; the suite's output is printed to standard output. */
export async function checkAuthorization(
  suite: string,
  origin: string,
  person: Credential,
  folder: string,
): Promise<boolean> {
  const port = await findFreePort();
  const clientId = await registerApp(origin, port);
  const args = ["authorization", "--url", origin, "--client-id", clientId, "--resource", `${origin}/mcp`];
  const program = spawn(process.execPath, [suite, ...args, "--port", String(port), "-o", folder]);
  let output = "";
  const consents: Promise<void>[] = [];
  const read = (piece: Buffer): void => {
    output += piece.toString("utf8");
    const address = /^https?:\/\/\S+\/oauth\/authorize\?\S+$/m.exec(output)?.[0];
    if (address === undefined || !output.includes(`${address}\n`) || consents.length > 0) return;
    const consent = allow(address, person);
    consents.push(consent);
    // Without a response the suite would wait for minutes.
    consent.catch(() => program.kill());
  };
  program.stdout.on("data", read);
  program.stderr.on("data", read);
  const code = await new Promise<number | null>((resolve) => program.once("close", resolve));
  console.log(`Authorization\n${output}`);
  await Promise.all(consents);
  return code === 0 && consents.length === 1;
}
