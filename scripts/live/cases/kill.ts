/**
 * Users type while the server is killed repeatedly. Acknowledged edits must be on the
 * page after a restart on the same folder, and all others once the users have reconnected.
 *
 * `--times 3 --clients 20 --pages 3 --seconds 3`. Use `--times 50` for nightly runs.
 */
import type { ChildProcess } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ALREADY_BUILT, npm, startTree, stopTree } from "../../commands.ts";
import { findFreePort } from "../../server/free-port.ts";
import { untilHealthy } from "../../server/healthy.ts";
import { openAsTool, untilState } from "../node.ts";
import { missingFrom, Writer } from "../writer.ts";
import { Client } from "../../smoke/client.ts";
import { readOptions } from "../../smoke/options.ts";
import { Page } from "../../smoke/shapes.ts";
import { makeDrive, makeToken, signIn } from "../../smoke/sign-in.ts";
import { bearer } from "../../smoke/world.ts";
import { readFlags } from "../../runner/cases.ts";
import type { Tally } from "../../check/test-summary.ts";

const flags = readFlags({ times: 3, clients: 20, pages: 3, seconds: 3 });
const folder = await mkdtemp(join(tmpdir(), "octavo-kill-"));
const state = join(folder, "state");
const log = join(folder, "dev.log");
const port = await findFreePort();
const origin = `http://localhost:${port}`;
const EVERY_MS = 200;
const LETTERS = "abcdefghijklmnopqrstuvwxy";

async function start(env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const output = await open(log, "a");
  const options = [
    "--port",
    String(port),
    "--persist-to",
    state,
    "--inspector-port",
    "0",
    "--var",
    "RATE_LIMIT_SCALE:10000",
  ];
  const server = startTree(npm, ["run", "dev", "--", "--built", ...options], env, output.fd);
  let hasEnded = false;
  server.once("exit", () => (hasEnded = true));
  await output.close();
  try {
    await untilHealthy(origin, () => hasEnded);
  } catch (error) {
    await stopTree(server);
    throw error;
  }
  return server;
}

/** Kills all processes without warning; resolves once nothing listens on the port any more. */
async function kill(server: ChildProcess): Promise<void> {
  if (server.pid === undefined) throw new Error("The server was not started.");
  process.kill(-server.pid, "SIGKILL");
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
    if (answer === null) return;
    await pause(50);
  }
  throw new Error("The port still responds after the server was killed.");
}

/** Checks that the objects' databases are where the restarted server looks for them. */
function requireDatabases(): void {
  const files = globSync("**/*PageRoom*/*.sqlite", { cwd: state });
  if (files.length === 0) throw new Error(`No page database was found in ${state}: a restart would prove nothing.`);
}

type Scene = { readonly client: Client; readonly token: string; readonly pages: readonly string[] };

async function makeScene(): Promise<Scene> {
  const client = new Client(origin);
  const options = readOptions([origin, "--dev-log", log], {}, Date.now());
  const person = await signIn(client, options);
  const drive = await makeDrive(client, person, "Kill");
  const { token } = await makeToken(client, person, "kill", drive);
  const pages: string[] = [];
  for (let n = 0; n < flags.pages; n += 1) {
    const json = { driveId: drive.id, title: `Page ${n}`, type: "DOCUMENT", content: "words " };
    const made = await client.get({ kind: "page", method: "POST", path: "/api/pages", as: person, json }, Page, 201);
    pages.push(made.id);
  }
  return { client, token, pages };
}

/** A page as a newly connected client sees it, and as REST returns it. */
async function readPage({ client, token }: Scene, pageId: string): Promise<{ live: string; stored: string }> {
  const reader = openAsTool(origin, pageId, token);
  await untilState(reader, ["connected"]);
  const live = reader.text.toJSON();
  await reader.close();
  const call = { kind: "read", method: "GET", path: `/api/pages/${pageId}`, as: bearer(token) } as const;
  return { live, stored: (await client.get(call, Page)).content };
}

type Round = { readonly typed: number; readonly acknowledged: number; readonly faults: readonly string[] };

async function typeUntilKilled(writers: readonly Writer[], server: ChildProcess): Promise<readonly string[][]> {
  let isOver = false;
  const typing = writers.map(async (writer) => {
    for (await pause(Math.random() * EVERY_MS); !isOver; await pause(EVERY_MS * (0.5 + Math.random()))) writer.type();
  });
  await pause(flags.seconds * 1_000 * (0.5 + Math.random()));
  // Everything acknowledged here was acknowledged before the first process was killed.
  const acknowledged = writers.map((writer) => [...writer.acknowledged()]);
  await kill(server);
  // Users continue typing while the server is gone.
  await pause(1_000);
  isOver = true;
  await Promise.all(typing);
  return acknowledged;
}

/** Faults for the pages that lack expected text. */
async function inspect(scene: Scene, what: string, expected: (page: number) => readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [n, pageId] of scene.pages.entries()) {
    for (const [where, text] of Object.entries(await readPage(scene, pageId))) {
      const missing = missingFrom(text, expected(n));
      if (missing.length > 0)
        faults.push(`${what}, ${where}: page ${n} lacks ${missing.slice(0, 5).join(" ")} (${missing.length})`);
    }
  }
  return faults;
}

async function runRound(round: number, server: ChildProcess, scene: Scene): Promise<Round & { server: ChildProcess }> {
  let isHeld = false;
  const { pages, token } = scene;
  const writers = Array.from({ length: flags.clients }, (_, n) => {
    const page = openAsTool(origin, pages[n % pages.length] ?? "", token, () => isHeld);
    return new Writer(page, `r${round}${LETTERS[n % LETTERS.length]}${Math.floor(n / LETTERS.length)}x`);
  });
  await Promise.all(writers.map(({ page }) => untilState(page, ["connected"])));
  isHeld = true;
  const acknowledged = await typeUntilKilled(writers, server);
  requireDatabases();
  const next = await start(ALREADY_BUILT);
  const of = (words: (writer: number) => readonly string[]) => (page: number) =>
    writers.flatMap((_, n) => (n % pages.length === page ? words(n) : []));
  const faults = await inspect(
    scene,
    "after the restart",
    of((n) => acknowledged[n] ?? []),
  );
  isHeld = false;
  for (const { page } of writers) page.wake();
  await Promise.all(writers.map(({ page }) => untilState(page, ["saved"])));
  faults.push(
    ...(await inspect(
      scene,
      "after the return",
      of((n) => writers[n]?.words ?? []),
    )),
  );
  for (const [n, { page }] of writers.entries()) {
    const { live } = await readPage(scene, pages[n % pages.length] ?? "");
    if (page.text.toJSON() !== live) faults.push(`client ${n} sees a different page than a new client`);
    await page.close();
  }
  const typed = writers.reduce((sum, { words }) => sum + words.length, 0);
  return { server: next, typed, acknowledged: acknowledged.flat().length, faults };
}

export async function run(): Promise<Tally> {
  let server = await start();
  let failed = 0;
  try {
    const scene = await makeScene();
    for (let round = 0; round < flags.times; round += 1) {
      const { server: next, typed, acknowledged, faults } = await runRound(round, server, scene);
      server = next;
      for (const fault of faults) console.error(fault);
      if (faults.length > 0) failed += 1;
      console.log(
        `kill ${round + 1} of ${flags.times}: ${typed} words typed, ${acknowledged} acknowledged before, ${faults.length} faults`,
      );
    }
    scene.client.close();
  } catch (error) {
    failed += 1;
    console.error((await readFile(log, "utf8")).split("\n").slice(-40).join("\n"));
    console.error(error);
  } finally {
    await stopTree(server);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return { passed: flags.times - failed, failed };
}
