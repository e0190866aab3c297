/** `npm run smoke:spec -- ORIGIN`: holds a running service against its interface, a line for each promise. */
import { formatLatencies } from "./smoke/report.ts";
import { Client } from "./smoke/client.ts";
import { readOptions, USAGE, type Options } from "./smoke/options.ts";
import { checkAdmin, checkNotifications } from "./smoke/spec/admin.ts";
import { enter, type Cast } from "./smoke/spec/cast.ts";
import { checkDevices } from "./smoke/spec/devices.ts";
import { Door } from "./smoke/spec/door.ts";
import { checkFiles } from "./smoke/spec/files.ts";
import { checkBulk, checkGrants } from "./smoke/spec/grants.ts";
import { checkPages } from "./smoke/spec/pages.ts";
import { checkPasskeys } from "./smoke/spec/passkeys.ts";
import { checkPeople } from "./smoke/spec/people.ts";
import { checkProviders } from "./smoke/spec/providers.ts";
import { openRealm, type Realm } from "./smoke/spec/realm.ts";
import { Rows } from "./smoke/spec/rows.ts";
import { checkSessions } from "./smoke/spec/sessions.ts";
import { checkTools } from "./smoke/spec/tools.ts";
import { checkRefusals, checkTrail } from "./smoke/spec/trail.ts";
import { textAt } from "./smoke/spec/values.ts";

/** In the order in which they leave each other what they need; the trail is read when all is done. */
const PARTS = [
  checkPages,
  checkGrants,
  checkBulk,
  checkPeople,
  checkNotifications,
  checkFiles,
  checkTools,
  checkDevices,
  checkPasskeys,
  checkSessions,
  checkProviders,
  checkAdmin,
  checkRefusals,
  checkTrail,
];

async function arrange(client: Client, options: Options, log: string, rows: Rows, realm: Realm | null): Promise<Cast> {
  const mark = options.seed.toString(36);
  const people = ["owner", "guest", "loner"].map((name) => `${name}-${mark}@example.com`);
  const [admin, owner, guest, loner] = await Promise.all(
    [options.email, ...people].map((email) => enter(client, options, email)),
  );
  if (!admin || !owner || !guest || !loner) throw new Error("Not everybody signed in.");
  const make = async (name: string) => textAt(await owner.door.post("/api/drives", { name }, 201), "id");
  const [drive, otherDrive] = [await make(`Spec ${mark}`), await make(`Spec ${mark} beside`)];
  return { rows, client, log, mark, stranger: new Door(client), admin, owner, guest, loner, drive, otherDrive, realm };
}

async function cleanUp({ owner, drive, otherDrive }: Cast): Promise<void> {
  for (const id of [drive, otherDrive]) {
    await owner.door.send("DELETE", `/api/drives/${id}`);
    await owner.door.send("DELETE", `/api/trash/drives/${id}`);
  }
}

async function run(options: Options): Promise<number> {
  if (options.devLog === null) throw new Error("Several people sign in, so this needs --dev-log.");
  const started = performance.now();
  const rows = new Rows((line) => console.log(line));
  const client = new Client(options.origin);
  const issuer = process.env["OCTAVO_ISSUER"];
  const realm = issuer === undefined ? null : await openRealm(issuer);
  try {
    const cast = await arrange(client, options, options.devLog, rows, realm);
    for (const part of PARTS) await part(cast);
    if (!options.keep) await cleanUp(cast);
  } finally {
    client.close();
    await realm?.close();
  }
  console.log("");
  for (const line of formatLatencies(client.latencies)) console.log(line);
  console.log(`${rows.left} shown elsewhere or not here; took ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  console.log(rows.tally);
  return rows.failed === 0 ? 0 : 1;
}

async function main(args: readonly string[]): Promise<number> {
  try {
    return await run(readOptions(args, process.env, Date.now()));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : "Unknown"}\n\n${USAGE}`);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
