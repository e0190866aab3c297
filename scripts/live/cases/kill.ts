/**
 * Users type while the server is killed repeatedly. Acknowledged edits must be on the
 * page after a restart on the same folder, and all others once the users have reconnected.
 *
 * `--times 3 --clients 20 --pages 3 --seconds 3`. Use `--times 50` for nightly runs.
 */
import { setTimeout as pause } from "node:timers/promises";
import { ALREADY_BUILT } from "../../commands.ts";
import { KillableServer } from "../killable-server.ts";
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
const server = await KillableServer.create();
const { origin, log } = server;
const EVERY_MS = 200;
const LETTERS = "abcdefghijklmnopqrstuvwxy";

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

async function typeUntilKilled(writers: readonly Writer[]): Promise<readonly string[][]> {
  let isOver = false;
  const typing = writers.map(async (writer) => {
    for (await pause(Math.random() * EVERY_MS); !isOver; await pause(EVERY_MS * (0.5 + Math.random()))) writer.type();
  });
  await pause(flags.seconds * 1_000 * (0.5 + Math.random()));
  // Everything acknowledged here was acknowledged before the first process was killed.
  const acknowledged = writers.map((writer) => [...writer.acknowledged()]);
  await server.kill();
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

async function runRound(round: number, scene: Scene): Promise<Round> {
  let isHeld = false;
  const { pages, token } = scene;
  const writers = Array.from({ length: flags.clients }, (_, n) => {
    const page = openAsTool(origin, pages[n % pages.length] ?? "", token, () => isHeld);
    return new Writer(page, `r${round}${LETTERS[n % LETTERS.length]}${Math.floor(n / LETTERS.length)}x`);
  });
  await Promise.all(writers.map(({ page }) => untilState(page, ["connected"])));
  isHeld = true;
  const acknowledged = await typeUntilKilled(writers);
  server.requireDatabases("PageRoom");
  await server.start(ALREADY_BUILT);
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
  return { typed, acknowledged: acknowledged.flat().length, faults };
}

export async function run(): Promise<Tally> {
  let failed = 0;
  try {
    await server.start();
    const scene = await makeScene();
    for (let round = 0; round < flags.times; round += 1) {
      const { typed, acknowledged, faults } = await runRound(round, scene);
      for (const fault of faults) console.error(fault);
      if (faults.length > 0) failed += 1;
      console.log(
        `kill ${round + 1} of ${flags.times}: ${typed} words typed, ${acknowledged} acknowledged before, ${faults.length} faults`,
      );
    }
    scene.client.close();
  } catch (error) {
    failed += 1;
    console.error(await server.lastLines());
    console.error(error);
  } finally {
    await server.stop();
  }
  return { passed: flags.times - failed, failed };
}
