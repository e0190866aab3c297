/**
 * `npm run backup:rehearse -- [--pages N] [--versions N] [--files N] [--file-bytes N] [--compare N] [--over] [--kill]`: fills an instance,
 * backs it up, restores the backup into an empty one, and compares everything that their users can see, and the audit log.
 * With `--over`, it is restored over that one again, after users went on, and over one with another secret and an audit log
 * of its own. With `--kill`, the backup, the restore and both
 * servers are killed in the middle, and continue.
 */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ALREADY_BUILT } from "../../commands.ts";
import { KillableServer } from "../../live/killable-server.ts";
import { peakMemory, SECRET, start, type Running } from "./commands.ts";
import { emailOf, type Person } from "./people.ts";
import { describeTimes, timeReads } from "./read-times.ts";
import { compare, exportAudit, listPages, takeSnapshot, untilQuiet, type Snapshot } from "./snapshot.ts";
import { buildWorkspace, signInAll, type People } from "./workspace.ts";

const number = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    pages: number,
    versions: number,
    files: number,
    "file-bytes": number,
    compare: number,
    kill: { type: "boolean" },
    over: { type: "boolean" },
  },
});
const size = {
  pages: Number(values.pages ?? 12),
  versions: Number(values.versions ?? 3),
  files: Number(values.files ?? 4),
  fileBytes: Number(values["file-bytes"] ?? 20_000),
  /** Pages of which everything is compared. */
  compare: Number(values.compare ?? 5_000),
};

const VARIABLES = [`ROOT_SECRET:${SECRET}`, `ADMIN_EMAILS:${emailOf("ann")}`];
/** Pages read before the backup, to compare with. */
const READS = 200;

const since = performance.now();
const say = (text: string): void => console.log(`${((performance.now() - since) / 1_000).toFixed(0)} s: ${text}`);

const folder = await mkdtemp(join(tmpdir(), "octavo-rehearsal-"));
const source = await KillableServer.create(VARIABLES);
const target = await KillableServer.create(VARIABLES);
const OTHER_SECRET = "another secret of a rehearsal, which protects nothing";
const other = await KillableServer.create([`ROOT_SECRET:${OTHER_SECRET}`, `ADMIN_EMAILS:${emailOf("ann")}`]);
const servers = [source, target, other];
async function rehearse(): Promise<void> {
  await source.start(ALREADY_BUILT);
  const people = await signInAll(source.origin, source.log);
  say("The instance runs.");
  await buildWorkspace(people, size);
  await untilQuiet(people);
  say("The workspace is complete.");
  const before = await takeSnapshot(people, size.compare);
  const chain = await exportAudit(people.ann);
  const from = await backUp(people.ann);
  await source.kill();
  await target.start(ALREADY_BUILT);
  say("An empty instance runs.");
  await restore(from);
  const restored = await signInAll(target.origin, target.log);
  const after = await takeSnapshot(restored, size.compare);
  const copied = await exportAudit(restored.ann);
  requireEqual(compare(before, after));
  if (chain.some((line, at) => line !== copied[at]))
    throw new Error("The restored audit log does not begin with the copied one.");
  const old = await fetch(`${target.origin}/api/auth/me`, { headers: { Cookie: people.ann.cookie } });
  if (old.status !== 401) throw new Error(`A session from before the restore gets ${old.status}.`);
  say(`Equal: ${before.size} answers and ${chain.length} lines of the audit log.`);
  if (!values.over) return;
  await restoreOver(from, before, restored);
  await target.kill();
  await restoreElsewhere(from, before, chain);
}

/** Restores over an instance where users went on: once with their newer text kept, and once with everything replaced. */
async function restoreOver(from: string, before: Snapshot, people: People): Promise<void> {
  const [page] = await listPages(people.ann, await driveOf(people.ann));
  const path = `/api/pages/${page}`;
  const { revision } = (await people.ann.get(path)) as unknown as { revision: number };
  await people.ann.send("PATCH", path, { content: "Newer text", baseRevision: revision });
  await people.ann.post("/api/pages", { driveId: await driveOf(people.ann), title: "Newer page", type: "DOCUMENT" });
  await restore(from, ["--over", "--newer-text", "keep"]);
  const kept = await signInAll(target.origin, target.log);
  const { content } = (await kept.ann.get(path)) as unknown as { content: string };
  if (content !== "Newer text") throw new Error(`The newer text was not kept: ${content}`);
  const changed = compare(before, await takeSnapshot(kept, size.compare), 1_000).filter(
    (difference) => !difference.includes(`${page}`),
  );
  requireEqual(changed.filter((difference) => !/^export of|\/pages\?/.test(difference)));
  await restore(from, ["--over", "--newer-text", "replace"]);
  requireEqual(compare(before, await takeSnapshot(await signInAll(target.origin, target.log), size.compare)));
  say("Equal again, over an instance with newer pages and text.");
  await answerQuestions(from, before);
}

/** Restores over newer text and a newer page, and types the answers: one text stays, the other and the page go. */
async function answerQuestions(from: string, before: Snapshot): Promise<void> {
  const { ann } = await signInAll(target.origin, target.log);
  const driveId = await driveOf(ann);
  const [kept, replaced] = await listPages(ann, driveId);
  for (const page of [kept, replaced]) {
    const { revision } = (await ann.get(`/api/pages/${page}`)) as unknown as { revision: number };
    await ann.send("PATCH", `/api/pages/${page}`, { content: "Newer text", baseRevision: revision });
  }
  const page = { driveId, title: "Newer page", type: "DOCUMENT", content: "Newer" };
  await ann.post("/api/pages", page);
  const args = ["--from", from, "--url", target.origin, "--over", "--newer-text", "ask"];
  const answers = { [`(${kept})`]: "keep", [`(${replaced})`]: "replace", "Delete their histories": "yes" };
  say(`Restored with questions:\n${await start("restore", args, { answers }).done}`);
  const after = await signInAll(target.origin, target.log);
  const { content } = (await after.ann.get(`/api/pages/${kept}`)) as unknown as { content: string };
  if (content !== "Newer text") throw new Error(`The newer text was not kept: ${content}`);
  const changed = compare(before, await takeSnapshot(after, size.compare), 1_000);
  requireEqual(changed.filter((text) => !text.includes(`${kept}`) && !/^export of|\/pages\?/.test(text)));
}

/** Restores over an instance with another secret and an audit log of its own, which is refused without both options. */
async function restoreElsewhere(from: string, before: Snapshot, chain: readonly string[]): Promise<void> {
  await other.start(ALREADY_BUILT);
  await signInAll(other.origin, other.log);
  const args = ["--from", from, "--url", other.origin, "--over", "--newer-text", "replace"];
  const options = ["--other-secret", "--replace-audit-log"];
  for (const missing of options) {
    const given = options.filter((option) => option !== missing);
    const refused = await start("restore", [...args, ...given], { secret: OTHER_SECRET }).done.catch(String);
    if (!refused.includes(missing) || refused.includes("Restored"))
      throw new Error(`Without ${missing}, the restore says: ${refused}`);
  }
  await abandonInTheMiddle([...args, ...options]);
  const output = await start("restore", [...args, ...options], { secret: OTHER_SECRET }).done;
  say(`Restored with another secret, over another audit log:\n${output}`);
  const after = await signInAll(other.origin, other.log);
  requireEqual(compare(before, await takeSnapshot(after, size.compare)));
  const copied = await exportAudit(after.ann);
  if (chain.some((line, at) => line !== copied[at]))
    throw new Error("The audit log of the other instance does not begin with the copied one.");
}

/** Kills a restore once it has removed rows, and opens what is left. */
async function abandonInTheMiddle(args: readonly string[]): Promise<void> {
  const { child, done } = start("restore", args, { secret: OTHER_SECRET });
  const killed = done.catch(() => "killed");
  while (!(await stepsIn(folder)).includes("clear")) await pause(20);
  child.kill("SIGKILL");
  await killed;
  const abandon = ["--abandon", "--url", other.origin];
  const refused = await start("restore", abandon, { secret: OTHER_SECRET }).done.catch(String);
  if (!refused.includes("--incomplete")) throw new Error(`The restore was abandoned without a question: ${refused}`);
  say(refused);
  say(await start("restore", [...abandon, "--incomplete"], { secret: OTHER_SECRET }).done);
  await signInAll(other.origin, other.log);
}

function requireEqual(differences: readonly string[]): void {
  if (differences.length > 0) throw new Error(`The restored instance differs:\n${differences.join("\n")}`);
}

const driveOf = async (one: Person): Promise<string> => {
  const drives = (await one.get("/api/drives")) as unknown as { id: string; name: string }[];
  return drives.find(({ name }) => name === "Team")?.id ?? "";
};

async function backUp(reader: Person): Promise<string> {
  const args = ["--to", folder, "--url", source.origin, "--encrypt", "--keep", "1"];
  if (values.kill) {
    await killAfter(
      () => start("backup", args),
      source,
      () => partsIn(folder),
      [3, 20, 60],
    );
  }
  const pages = await listPages(reader, await driveOf(reader));
  const before = await timeReads(reader, pages, (count) => count === READS);
  const running = start("backup", args);
  let isOver = false;
  const peak = peakMemory(running).finally(() => (isOver = true));
  const meanwhile = await timeReads(reader, pages, () => isOver);
  say(`Backed up with at most ${Math.round((await peak) / 1e6)} MB of memory:\n${await running.done}`);
  say(`Reading a page before: ${describeTimes(before)}. Meanwhile: ${describeTimes(meanwhile)}.`);
  const name = (await readdir(folder)).findLast((each) => /^\d{4}-[^.]*$/.test(each));
  return join(folder, name ?? "");
}

async function restore(from: string, more: readonly string[] = []): Promise<void> {
  const args = ["--from", from, "--url", target.origin, ...more];
  if (values.kill)
    await killAfter(
      () => start("restore", args),
      target,
      async () => (await stepsIn(folder)).length,
      [2, 20, 60],
    );
  const running = start("restore", args);
  const peak = await peakMemory(running);
  say(`Restored with at most ${Math.round(peak / 1e6)} MB of memory:\n${await running.done}`);
}

/**
 * Kills the command without warning when it has completed so many steps, and the second time the server as well, which is
 * started again. The command is started again each time.
 */
async function killAfter(
  begin: () => Running,
  server: KillableServer,
  progress: () => Promise<number>,
  marks: readonly number[],
): Promise<void> {
  for (const [index, mark] of marks.entries()) {
    const running = begin();
    const ended = running.done.then(
      () => "done" as const,
      () => "killed" as const,
    );
    while ((await progress()) < mark)
      if ((await Promise.race([ended, pause(20, "waiting" as const)])) === "done") return;
    if (index === 1) {
      await server.kill();
      say(`Killed the server at step ${mark}.`);
      await server.start(ALREADY_BUILT);
    }
    running.child.kill("SIGKILL");
    say(`Killed the command at step ${mark}: ${await ended}.`);
  }
}

async function partsIn(to: string): Promise<number> {
  const [name] = (await readdir(to)).filter((each) => /^\d{4}-/.test(each));
  const text = await readFile(join(to, name ?? "", "manifest.json"), "utf8").catch(() => '{"parts":[]}');
  return (JSON.parse(text) as { parts: unknown[] }).parts.length;
}

async function stepsIn(to: string): Promise<readonly string[]> {
  const [name] = (await readdir(to)).filter((each) => each.endsWith(".json"));
  const text = await readFile(join(to, name ?? ""), "utf8").catch(() => '{"done":[]}');
  return (JSON.parse(text) as { done: string[] }).done;
}

try {
  await rehearse();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  for (const server of servers) console.error(await server.lastLines().catch(() => ""));
  process.exitCode = 1;
} finally {
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true, force: true });
}
