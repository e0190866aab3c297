/** Signing in by emailed link as a program would, and creating what is needed: drives and tool tokens. */
import { readFile, stat } from "node:fs/promises";
import { type Answer, type Client, type Credential, readAnswer } from "./client.ts";
import type { Options } from "./options.ts";
import { sleep } from "./pool.ts";
import { ensure } from "./report.ts";
import { Csrf, Drive, Drives, NewToken, ToolDrives, Tokens, User } from "./shapes.ts";
import { bearer, type World } from "./world.ts";

const MAIL_MS = 30_000;

/** Requests a link, finds it in the log and opens it, or uses the given session. */
export async function signIn(client: Client, options: Options): Promise<Credential> {
  if (options.session !== null) return bearer(options.session);
  ensure(options.devLog !== null, "There is no log with the sign-in link.");
  const { size } = await stat(options.devLog);
  const send = {
    kind: "sign in",
    method: "POST",
    path: "/api/auth/magic-link/send",
    json: { email: options.email },
  } as const;
  const sent = await client.send(send);
  ensure(sent.status === 200, `Requesting a link returned ${sent.status}: ${sent.body}`);
  const link = new URL(await findLink(options.devLog, size, options.email));
  // Uses the requested origin, since the link contains the one that the deployment is configured for.
  const open = { kind: "sign in", method: "GET", path: link.pathname + link.search } as const;
  const opened = await client.send(open);
  ensure(opened.status === 303, `Opening the link returned ${opened.status}: ${opened.body.slice(0, 200)}`);
  const cookie = readCookies(opened);
  ensure(cookie !== "", `Opening the link set no cookie and redirected to ${opened.headers.location ?? "nowhere"}.`);
  const again = await client.send(open);
  ensure(again.status === 303 && readCookies(again) === "", "A used link signed in again.");
  const asked = {
    kind: "me",
    method: "GET",
    path: "/api/auth/csrf",
    as: { kind: "cookie", cookie, csrf: "" },
  } as const;
  const { csrfToken } = await client.get(asked, Csrf);
  return { kind: "cookie", cookie, csrf: csrfToken };
}

/** The link mailed to the address since the log had `from` bytes. */
export async function findLink(log: string, from: number, email: string): Promise<string> {
  const deadline = performance.now() + MAIL_MS;
  while (performance.now() < deadline) {
    const news = (await readFile(log)).subarray(from).toString("utf8");
    const line = news.split("\n").findLast((each) => each.includes(`mail to=${email} `) && each.includes(" link="));
    const link = line === undefined ? undefined : / link=(\S+)/.exec(line)?.[1];
    // A line that is still being written is complete on the next poll.
    if (link !== undefined && URL.canParse(link) && news.includes(`${link}\n`)) return link;
    await sleep(100);
  }
  throw new Error(`No email to ${email} appeared in the log within ${MAIL_MS / 1_000} s.`);
}

/** The cookies set by a response, formatted as a Cookie header; cleared ones are omitted. */
export function readCookies(answer: Answer): string {
  const lines = answer.headers["set-cookie"] ?? [];
  return lines
    .filter((line) => !/;\s*max-age=0\b/i.test(line))
    .map((line) => line.split(";", 1)[0] ?? "")
    .filter((pair) => !pair.endsWith("="))
    .join("; ");
}

export async function readUser(client: Client, person: Credential): Promise<World["user"]> {
  return client.get({ kind: "me", method: "GET", path: "/api/auth/me", as: person }, User);
}

export async function makeDrive(client: Client, person: Credential, name: string): Promise<Drive> {
  const drive = await client.get(
    { kind: "drive", method: "POST", path: "/api/drives", as: person, json: { name } },
    Drive,
    201,
  );
  ensure(
    drive.name === name && drive.role === "owner" && drive.pageCount === 0,
    "A new drive is not empty and owned by the user.",
  );
  return drive;
}

export async function makeToken(client: Client, person: Credential, name: string, drive: Drive): Promise<NewToken> {
  const json = { name, driveIds: [drive.id] };
  const token = await client.get(
    { kind: "token", method: "POST", path: "/api/auth/mcp-tokens", as: person, json },
    NewToken,
    201,
  );
  ensure(
    token.isScoped && token.driveScopes.map(({ id }) => id).join() === drive.id,
    "The token is not scoped to only its drive.",
  );
  ensure(token.token.endsWith(token.lastFour), "The token does not end in its last four characters.");
  return token;
}

/** The lists of drives and tokens contain what was created, and show each caller what it may see. */
export async function checkLists(
  world: Pick<World, "client" | "person" | "tool" | "drive" | "otherDrive" | "token" | "otherToken">,
): Promise<void> {
  const { client, person, tool, drive, otherDrive, token, otherToken } = world;
  const drives = await client.get({ kind: "drive", method: "GET", path: "/api/drives", as: person }, Drives);
  const seen = new Set(drives.map(({ id }) => id));
  ensure(seen.has(drive.id) && seen.has(otherDrive.id), "The list of drives lacks a new one.");
  const one = await client.get({ kind: "drive", method: "GET", path: `/api/drives/${drive.id}`, as: person }, Drive);
  ensure(one.slug === drive.slug, "A drive is returned differently than it was created.");
  const forTool = await client.get(
    { kind: "mcp drives", method: "GET", path: "/api/mcp/drives", as: tool },
    ToolDrives,
  );
  ensure(forTool.length === 1 && forTool[0]?.id === drive.id, "A scoped token does not see exactly its drive.");
  const call = { kind: "token", method: "GET", path: "/api/auth/mcp-tokens", as: person } as const;
  const answer = await client.send(call);
  const ids = new Set(readAnswer(call, answer, Tokens, 200).map(({ id }) => id));
  ensure(ids.has(token.id) && ids.has(otherToken.id), "The list of tokens lacks a new one.");
  ensure(!answer.body.includes(token.token), "The list of tokens reveals a token.");
}
