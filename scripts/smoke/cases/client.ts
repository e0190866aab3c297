/**
 * Runs the examples of the client library against a running service: one follows a page, one edits it.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import * as z from "zod";
import { root, run as runToEnd } from "../../commands.ts";
import { ensure } from "../report.ts";
import { withDrive } from "../with-drive.ts";
import type { Smoke } from "../world.ts";

const PATIENCE_MS = 60_000;
const NewPage = z.looseObject({ id: z.string() });

type Program = { readonly child: ChildProcessWithoutNullStreams; readonly until: (line: string) => Promise<void> };

/** Starts an example; `until` waits for it to print something. */
function start(example: string, args: readonly string[], environment: Record<string, string>): Program {
  const child = spawn(process.execPath, [join(root, "client/examples", example), ...args], {
    env: { ...process.env, ...environment },
  });
  let printed = "";
  child.stderr.pipe(process.stderr);
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  return {
    child,
    async until(line) {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      while (!printed.includes(line)) {
        ensure(child.exitCode === null, `${example} ended and printed: ${printed}`);
        await once(child.stdout, "data", { signal }).catch(() => {
          throw new Error(`${example} did not print ${JSON.stringify(line)} but ${JSON.stringify(printed)}.`);
        });
      }
    },
  };
}

async function useExamples(origin: string, token: string, pageId: string): Promise<void> {
  const environment = { OCTAVO_ORIGIN: origin, OCTAVO_TOKEN: token };
  const follower = start("follow-page.ts", [pageId], environment);
  await follower.until("first line\n");
  const editor = start("edit-page.ts", [pageId, "written by the example"], environment);
  await editor.until("“Harbour” is at revision");
  await follower.until("written by the example\n");
  follower.child.kill("SIGTERM");
  const [code] = (await once(follower.child, "exit")) as [number | null]; // the event's arguments
  ensure(code === 0, `The example that follows ended with ${code}.`);
}

export async function run(smoke: Smoke): Promise<void> {
  const { options, client, report } = smoke;
  const build = [process.execPath, join(root, "scripts/build/api-client.ts")] as const;
  await report.check("the client is built", async () => ensure((await runToEnd(build, [])) === 0, "It is not."));
  await withDrive(smoke, "Client", async ({ person, drive, token }) => {
    const json = { driveId: drive.id, type: "DOCUMENT", title: "Harbour", content: "first line" };
    const call = { kind: "page", method: "POST", path: "/api/pages", as: person, json } as const;
    const { id } = await client.get(call, NewPage, 201);
    await report.check("one example follows what the other edits", () => useExamples(options.origin, token, id));
  });
}
