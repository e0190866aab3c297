/** The races of test/live/race-scenes.ts over real sockets. */
import { setTimeout as pause } from "node:timers/promises";
import { HeldSocket } from "../../../test/live/held-socket.ts";
import { playRace, RACE_CASES, type Stage, START } from "../../../test/live/race-scenes.ts";
import { connectPage } from "../../../src/live-client/page.ts";
import { nodeEnvironment, openNodeSocket, toolAccess } from "../node.ts";
import { Client } from "../../smoke/client.ts";
import { readOptions } from "../../smoke/options.ts";
import { Report } from "../../smoke/report.ts";
import { Page } from "../../smoke/shapes.ts";
import { makeToken } from "../../smoke/sign-in.ts";
import { withDrive } from "../../smoke/with-drive.ts";
import { bearer } from "../../smoke/world.ts";
import type { Tally } from "../../check/test-summary.ts";

const PATIENCE_MS = 30_000;

async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`Not true within ${PATIENCE_MS / 1_000} s: ${what}.`);
    await pause(5);
  }
}

function openHeld(origin: string, pageId: string, token: string): Stage["person"] {
  let held: HeldSocket | null = null;
  const page = connectPage({
    pageId,
    token: () => Promise.resolve(toolAccess(origin, token)),
    environment: nodeEnvironment,
    socket: async (request) => {
      held = new HeldSocket(await openNodeSocket(request));
      return held.asLiveSocket();
    },
  });
  return { page, hold: () => held?.hold(), release: () => held?.release() };
}

export async function run(args: readonly string[]): Promise<Tally> {
  const options = readOptions(args, process.env, Date.now());
  const client = new Client(options.origin);
  const report = new Report((line) => console.log(line));
  await withDrive({ options, client, report }, "Races", async ({ person, drive, token }) => {
    const tool = bearer((await makeToken(client, person, "writer", drive)).token);
    const makeStage = async (): Promise<Stage> => {
      const json = { driveId: drive.id, title: "Race", type: "DOCUMENT", content: START.join("\n") };
      const { id } = await client.get(
        { kind: "page", method: "POST", path: "/api/pages", as: person, json },
        Page,
        201,
      );
      const path = `/api/pages/${id}`;
      const read = () => client.get({ kind: "read", method: "GET", path, as: tool }, Page);
      const { revision: baseRevision } = await read();
      const write = async (method: "POST" | "PATCH", to: string, change: object): Promise<void> => {
        const answer = await client.send({
          kind: "write",
          method,
          path: to,
          as: tool,
          json: { baseRevision, ...change },
        });
        if (answer.status !== 200) throw new Error(`${method} ${to} answered ${answer.status}: ${answer.body}`);
      };
      return {
        person: openHeld(options.origin, id, token),
        other: openHeld(options.origin, id, token),
        writeLines: (change) => write("POST", "/api/mcp/documents", { pageId: id, ...change }),
        writeBody: (content) => write("PATCH", path, { content }),
        read: async () => (await read()).content,
        until,
      };
    };
    for (const race of RACE_CASES) {
      const [what, by, order] = race;
      await report.check(`${what}, by ${by}, ${order}`, async () => playRace(await makeStage(), race));
    }
  });
  client.close();
  return report.tally;
}
