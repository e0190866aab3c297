/**
 * The cost and latency of a keystroke when several people type on a page, compared with two floors of
 * the platform: an object that only broadcasts, and one that also stores.
 *
 * `--clients 1,10,50,100 --rooms 100 --rounds 3 --seconds 4 --warm 0 --places /dev/shm,/tmp --generators 2 --out live.json`.
 * Everyone types five keys a second. Slices of the service and the floors alternate. A third line of each includes cursors.
 * With `--warm 50`, each is first typed to for that many seconds at forty keys a second, until the engine has compiled the
 * code that handles a key.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { mcpTokenOf } from "../../../test/cost/workspace.ts";
import type { Order, Report } from "../live/group.ts";
import { measureColdJoins, type ColdJoins } from "../live/cold-join.ts";
import { countRows } from "../live/rows.ts";
import { seedTypists, TYPISTS } from "../live/people.ts";
import { judge, judgeColdJoins, print, summarize, type Setting, type Slice } from "../live/summary.ts";
import { type Kind, type Manner, Typist } from "../live/typist.ts";
import { startServer, type Server } from "../server.ts";
import { readFlags } from "../../runner/cases.ts";
import type { Tally } from "../../check/test-summary.ts";

const flags = readFlags({
  clients: "1,10,50,100",
  rooms: 100,
  rounds: 3,
  seconds: 4,
  warm: 0,
  places: ["/dev/shm", "/tmp"].filter((place) => existsSync(place)).join(","),
  generators: 2,
  out: "",
});
const measured = { seconds: flags.seconds, every: 200 };
/** Below a connection's rate limit. */
const warming = { seconds: flags.warm, every: 25 };

const SINGLY: Manner = { cursors: false, grouped: false };

/** The kinds are measured alternately; only the service also with cursors. */
const TURNS: readonly (Manner & { readonly kind: Kind })[] = [
  { kind: "echo", ...SINGLY },
  { kind: "insert", ...SINGLY },
  { kind: "room", ...SINGLY },
  { kind: "room", ...SINGLY, cursors: true },
];
/** When one person types alone, the browser batches keystrokes. */
const TURN_ALONE = { kind: "room", ...SINGLY, grouped: true } as const;

/**
 * The room writes to D1 at most this often: after this pause, no pending write of one kind can fall into another kind's
 * slice.
 */
const PROJECTED_AFTER_MS = 10_500;

/**
 * Number of connections that record what they receive; the others only count bytes, or the generator would become the
 * bottleneck.
 */
const WATCHERS = 4;

async function tell(generators: readonly ChildProcess[], orders: readonly Order[]): Promise<(Report | null)[]> {
  return Promise.all(
    generators.map(async (generator, n) => {
      const order = orders[n];
      if (order === undefined) return null;
      generator.send(order);
      const [answer] = (await once(generator, "message")) as [{ report?: Report | null; error?: string }]; // sent by group.ts
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.report ?? null;
    }),
  );
}

function addressOf(server: Server, kind: Kind, room: number): string {
  const host = `ws://127.0.0.1:${server.port}`;
  // Each kind of floor has its own objects, so that they do not share work.
  return kind === "room"
    ? `${host}/api/realtime?pageId=d-1-${room}`
    : `${host}/__bench/echo?kind=${kind}&id=${kind}-${room}`;
}

type Typing = { readonly kind: Kind; readonly generators: readonly ChildProcess[] };

async function open(server: Server, setting: Setting, kind: Kind): Promise<Typing> {
  const count = setting.rooms * setting.clients;
  const generators = Array.from({ length: Math.min(flags.generators, count) }, () =>
    fork(join(import.meta.dirname, "../live/group.ts")),
  );
  const seats = Array.from({ length: count }, (_, n) => ({
    url: addressOf(server, kind, setting.firstRoom + (n % setting.rooms)),
    token: mcpTokenOf(TYPISTS[Math.floor(n / setting.rooms) % TYPISTS.length] ?? ""),
  }));
  const part = (own: number) => seats.filter((_, n) => n % generators.length === own);
  const watchers = Math.ceil((setting.rooms > 1 ? count : Math.min(count, WATCHERS)) / generators.length);
  await tell(
    generators,
    generators.map((_, n) => ({ act: "open", kind, seats: part(n), watchers })),
  );
  return { kind, generators };
}

async function slice(
  server: Server,
  { kind, generators }: Typing,
  setting: Setting,
  manner: Manner,
  pace = measured,
): Promise<Slice> {
  const [cpu, rows] = [server.cpu(), countRows(server.folder, kind)];
  const reports = await tell(
    generators,
    generators.map(() => ({ act: "type", ...pace, manner })),
  );
  const used = server.cpu();
  const all = reports.filter((report) => report !== null);
  const sentAt = new Map(
    all.flatMap(({ sent }) => sent.map(({ client, clock, at }) => [`${client} ${clock}`, at] as const)),
  );
  return {
    ...setting,
    kind,
    ...manner,
    keys: sentAt.size,
    acknowledgedAfter: all.flatMap(({ acknowledgedAfter }) => acknowledgedAfter),
    seenAfter: all.flatMap(({ seen }) =>
      seen.flatMap(({ client, clock, at }) => {
        const sent = sentAt.get(`${client} ${clock}`);
        return sent === undefined ? [] : [at - sent];
      }),
    ),
    bytes: all.reduce((sum, report) => sum + report.bytes, 0),
    frames: all.reduce((sum, report) => sum + report.frames, 0),
    rows: countRows(server.folder, kind) - rows,
    serverCpu: cpu === null || used === null ? null : used - cpu,
    generatorCpu: all.reduce((sum, report) => sum + report.cpu, 0) * 1_000,
  };
}

/** Number of characters that a page has for a newly connected reader. */
async function lengthOf(server: Server, room: number): Promise<number> {
  const reader = new Typist("room", addressOf(server, "room", room), mcpTokenOf(TYPISTS[0]), false);
  await reader.ready;
  reader.close();
  return reader.text.length;
}

async function measure(server: Server, setting: Setting): Promise<Slice[]> {
  const { rooms, firstRoom } = setting;
  const pages = Array.from({ length: rooms }, (_, n) => firstRoom + n);
  const lengths = async (): Promise<number> => {
    let sum = 0;
    for (const page of pages) sum += await lengthOf(server, page);
    return sum;
  };
  const before = await lengths();
  const typing = new Map<Kind, Typing>();
  for (const kind of ["echo", "insert", "room"] as const) typing.set(kind, await open(server, setting, kind));
  const slices: Slice[] = [];
  const warmed: Slice[] = [];
  if (warming.seconds > 0)
    for (const own of typing.values()) warmed.push(await slice(server, own, setting, SINGLY, warming));
  for (let round = 0; round < flags.rounds; round += 1) {
    await pause(PROJECTED_AFTER_MS);
    for (const { kind, ...manner } of rooms * setting.clients === 1 ? [...TURNS, TURN_ALONE] : TURNS) {
      const own = typing.get(kind);
      if (own !== undefined) slices.push(await slice(server, own, setting, manner));
    }
  }
  for (const { generators } of typing.values()) {
    await tell(
      generators,
      generators.map(() => ({ act: "close" })),
    );
    for (const generator of generators) generator.kill();
  }
  const typed = [...warmed, ...slices].filter(({ kind }) => kind === "room").reduce((sum, { keys }) => sum + keys, 0);
  const stored = (await lengths()) - before;
  if (stored !== typed) throw new Error(`${typed} keys were typed on ${rooms} pages, but ${stored} are stored.`);
  return slices;
}

const COLD_PAGES = ["d-1-988", "d-1-989", "d-1-990", "d-1-991", "d-1-992"];

async function measureAt(place: string): Promise<{ slices: Slice[]; coldJoins: ColdJoins }> {
  const server = await startServer({ drives: 1, bigDrive: 1, textBytes: 1_000 }, {}, place);
  try {
    await seedTypists(server);
    const settings = flags.clients.split(",").map((clients, n): Setting => {
      return { place, clients: Number(clients), rooms: 1, firstRoom: 900 + n };
    });
    if (flags.rooms > 0) settings.push({ place, clients: 2, rooms: flags.rooms, firstRoom: 1 });
    const slices: Slice[] = [];
    for (const setting of settings) {
      slices.push(...(await measure(server, setting)));
      console.log(`${setting.clients} on each of ${setting.rooms}, load average ${loadavg()[0]?.toFixed(1)}`);
    }
    const addressOfPage = (pageId: string): string => `ws://127.0.0.1:${server.port}/api/realtime?pageId=${pageId}`;
    const coldJoins = await measureColdJoins(server, COLD_PAGES, addressOfPage, mcpTokenOf(TYPISTS[0]));
    const { received, text } = coldJoins.bytes;
    console.log(`A long page to join: ${received} bytes for ${text} of text`);
    return { slices, coldJoins };
  } finally {
    await server.stop();
  }
}

export async function run(): Promise<Tally> {
  const places = flags.places.split(",");
  const results: Awaited<ReturnType<typeof measureAt>>[] = [];
  for (const place of places) results.push(await measureAt(place));
  const lines = summarize(results.flatMap(({ slices }) => slices));
  print(lines);
  console.log(`\n${cpus().length} processors, Node ${process.version}`);
  if (flags.out) await writeFile(flags.out, `${JSON.stringify({ at: new Date().toISOString(), lines }, null, 2)}\n`);
  const verdicts = [
    ...judge(lines),
    ...results.flatMap(({ coldJoins }, n) => judgeColdJoins(places[n] ?? "", coldJoins)),
  ];
  for (const { isMet, says } of verdicts) console.log(`${isMet ? "met   " : "MISSED"} ${says}`);
  const failed = verdicts.filter(({ isMet }) => !isMet).length;
  return { passed: verdicts.length - failed, failed };
}
