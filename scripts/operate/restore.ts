/**
 * `npm run restore -- --from FOLDER [--env NAME | --url URL]`: writes a backup into an empty instance, or with `--over` in place
 * of everything in one. Run it again after an interruption: it continues where it stopped. Nobody can sign in meanwhile, and
 * everybody has to afterwards.
 *
 * `--newer-text keep|replace|ask`: pages whose room has text from after the backup. `--replace-audit-log`: if the instance's
 * audit log is not the copied one's continuation, its files are moved aside and the copied one takes its place.
 * `--other-secret`: the backup is of an instance with another ROOT_SECRET.
 *
 * `npm run restore -- --abandon [--incomplete]` ends a restore that cannot go on, without a backup.
 */
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { createHash, randomUUID } from "node:crypto";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Overview } from "../../src/features/operator/overview.ts";
import { BACKED_UP } from "../../src/features/operator/table-rules.ts";
import { BackupFolder, isAuthentic, readManifest, type FileLine, type Manifest } from "./backup-folder.ts";
import { findKey } from "./encryption.ts";
import { createOperatorClient, type OperatorClient } from "./operator-client.ts";
import { runCommand } from "./operator.ts";
import { OperatorError } from "./operator-error.ts";
import { findTarget, readPassphrase } from "./target.ts";
import { abandonRestore, recount } from "./restore-abandon.ts";
import { restoreChain, readCopiedChain, type CopiedChain } from "./restore-chain.ts";
import { restoreFiles } from "./restore-files.ts";
import { restoreRooms, findPagesOnlyThere, purgeRoomsOf, type NewerText } from "./restore-rooms.ts";
import { restoreTable } from "./restore-rows.ts";
import { verifyRestored } from "./restore-verify.ts";

const OPTIONS = {
  from: { type: "string" },
  env: { type: "string" },
  url: { type: "string" },
  over: { type: "boolean" },
  "newer-text": { type: "string" },
  "replace-audit-log": { type: "boolean" },
  "other-secret": { type: "boolean" },
  abandon: { type: "boolean" },
  incomplete: { type: "boolean" },
} as const;

const RESTORE = "/api/operator/restore";
const LAST_STEP = "other rooms";

/** `counts` are printed at the end. `done` are the steps that need not be repeated. */
export type Progress = {
  /** The id of this restore, which the instance knows while it runs. */
  readonly run: string;
  readonly isOver: boolean;
  readonly chain: "keep" | "replace";
  readonly newerText: NewerText;
  readonly pagesOnlyThere: readonly string[];
  readonly done: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
};

export type Restoring = {
  readonly client: OperatorClient;
  readonly folder: BackupFolder;
  readonly manifest: Manifest;
  readonly progress: () => Progress;
  readonly count: (what: string, more: number) => void;
  /** Runs a step, unless an earlier run of this command completed it. */
  readonly step: (name: string, act: () => Promise<void>) => Promise<void>;
};

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

async function restore(options: Options): Promise<void> {
  if (options.abandon) return abandonRestore(createOperatorClient(...(await findTarget(options))), options);
  if (options.incomplete) throw new OperatorError("--incomplete belongs to --abandon.");
  if (options.from === undefined) throw new OperatorError("Say from where: npm run restore -- --from FOLDER");
  const from = resolve(options.from);
  const client = createOperatorClient(...(await findTarget(options)));
  const manifest = await readManifest(from);
  if (manifest?.state !== "complete") throw new OperatorError(`${from} is not a complete backup.`);
  const folder = new BackupFolder(from, manifest.encryption && findKey(await readPassphrase(), manifest.encryption));
  if (!isAuthentic(client.keys, manifest) && !options["other-secret"])
    throw new OperatorError(
      "The manifest was changed, or made with another ROOT_SECRET. With another secret, older checkpoints of the audit log are verified by the older public key, and this one cannot prove who made the backup. To go on: --other-secret.",
    );
  console.log("Checking the backup…");
  const chain = await checkBackup(folder, manifest);
  const overview = await client.json<Overview>("/api/operator/backup", {
    read: "overview",
    chainAt: chain.entries - 1,
  });
  requireSchema(manifest, overview);

  const file = `${from}.restore-${createHash("sha256").update(client.origin).digest("hex").slice(0, 12)}.json`;
  const kept = await readProgress(file);
  // Only the end of a restore lets users in again, so this one was interrupted after it.
  const hasEnded = !overview.restoring && kept?.done.includes(LAST_STEP) === true;
  const interrupted = hasEnded || kept?.run === overview.run ? kept : null;
  if (interrupted !== null) console.log("Continues a restore that was interrupted.");
  let progress = interrupted ?? (await plan(client, folder, manifest, overview, chain, options));
  const save = async (): Promise<void> => {
    await writeFile(`${file}.new`, JSON.stringify(progress), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  await save();
  const restoring: Restoring = {
    client,
    folder,
    manifest,
    progress: () => progress,
    count: (what, more) => {
      progress = { ...progress, counts: { ...progress.counts, [what]: (progress.counts[what] ?? 0) + more } };
    },
    step: async (name, act) => {
      if (progress.done.includes(name)) return;
      await act();
      progress = { ...progress, done: [...progress.done, name] };
      await save();
    },
  };
  if (!hasEnded) await run(restoring, chain);
  await report(restoring, chain);
  await rm(file);
}

async function run(restoring: Restoring, chain: CopiedChain): Promise<void> {
  const { client, folder, progress, step } = restoring;
  const say = (text: string): void => console.log(text);
  await step("begin", async () => {
    await client.json(RESTORE, { step: "begin", backup: basename(folder.path), run: progress().run });
  });
  if (progress().chain === "replace") {
    say("Audit log…");
    await step("chain", () => restoreChain(restoring, chain));
  }
  say("Files…");
  await restoreFiles(restoring);
  say("Database…");
  await step("clear", async () => {
    while ((await client.json<{ more: boolean }>(RESTORE, { step: "clear" })).more);
  });
  for (const table of BACKED_UP) await restoreTable(restoring, table);
  await step("recount", async () => {
    await recount(client);
  });
  say("Page histories…");
  await restoreRooms(restoring);
  await step(LAST_STEP, () => purgeRoomsOf(restoring));
  await client.json(RESTORE, { step: "end", summary: { backup: basename(folder.path), ...progress().counts } });
}

async function report({ client, folder, manifest, progress }: Restoring, chain: CopiedChain): Promise<void> {
  const say = (text: string): void => console.log(text);
  const { counts } = progress();
  say(`Restored ${basename(folder.path)} into ${client.origin}.`);
  for (const [what, count] of Object.entries(counts)) say(`  ${what}: ${count}`);
  say("All sessions, devices, tokens and apps' access ended; search is being rebuilt.");
  say(await verifyRestored(client, chain));
  if (progress().newerText === "keep" && progress().pagesOnlyThere.length > 0)
    say(`The rooms of pages that the backup does not have were kept: ${progress().pagesOnlyThere.join(", ")}`);
  if (manifest.origin !== client.origin)
    say(`The backup is of ${manifest.origin}: passkeys and links work only at the address they were made for.`);
}

/** Everything is verified before anything is written. */
async function checkBackup(folder: BackupFolder, manifest: Manifest): Promise<CopiedChain> {
  for (const part of manifest.parts)
    if (!(await folder.hasPart(part)))
      throw new OperatorError(`${part.path} is missing, or is not what the manifest says.`);
  for (const part of manifest.parts) {
    if (part.kind !== "files") continue;
    for await (const line of folder.read(part.path)) {
      const { key, sha256 } = JSON.parse(line) as FileLine; // as the backup wrote it
      if (!(await folder.checkObject(sha256)))
        throw new OperatorError(
          `The content of ${key} is missing in the backup, or was changed: ${folder.objectPath(sha256)}`,
        );
    }
  }
  return readCopiedChain(folder, manifest.parts);
}

function requireSchema(manifest: Manifest, overview: Overview): void {
  const unknown = manifest.migrations.filter((name) => !overview.migrations.includes(name));
  if (unknown.length > 0)
    throw new OperatorError(
      `The backup is of version ${manifest.version}, whose database this one does not know (${unknown.join(", ")}). Upgrade the instance, which runs ${overview.version}, and try again.`,
    );
}

async function readProgress(file: string): Promise<Progress | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as Progress); // `save` wrote it
}

async function plan(
  client: OperatorClient,
  folder: BackupFolder,
  manifest: Manifest,
  overview: Overview,
  chain: CopiedChain,
  options: {
    readonly over?: boolean | undefined;
    readonly "newer-text"?: string | undefined;
    readonly "replace-audit-log"?: boolean | undefined;
  },
): Promise<Progress> {
  const isEmpty = overview.users === 0 && overview.pages === 0 && !overview.restoring;
  if (overview.restoring && options.over !== true)
    throw new OperatorError(
      `A restore into ${client.origin} was interrupted, and its progress is not beside this backup. Continue it with its own backup, replace everything by this one with --over, or end it: npm run restore -- --abandon`,
    );
  if (!isEmpty && options.over !== true)
    throw new OperatorError(
      `${client.origin} has ${overview.users} users and ${overview.pages} pages. With --over, everything there is replaced by the backup.`,
    );
  const continues = overview.chain.headAt === chain.head;
  if (!continues && !isEmpty && !options["replace-audit-log"])
    throw new OperatorError(
      "The audit log there does not continue the copied one. With --replace-audit-log, its files are moved aside as evidence, and the copied one takes its place.",
    );
  const newerText = readNewerText(options["newer-text"], isEmpty);
  return {
    run: randomUUID(),
    isOver: !isEmpty,
    chain: continues ? "keep" : "replace",
    newerText,
    pagesOnlyThere: isEmpty ? [] : await findPagesOnlyThere(client, folder, manifest.parts),
    done: [],
    counts: {},
  };
}

function readNewerText(given: string | undefined, isEmpty: boolean): NewerText {
  if (given === "keep" || given === "replace" || given === "ask") return given;
  if (given !== undefined) throw new OperatorError("--newer-text is keep, replace or ask.");
  if (isEmpty) return "replace";
  if (process.stdin.isTTY) return "ask";
  throw new OperatorError(
    "Say what happens to pages whose room has text from after the backup: --newer-text keep, or --newer-text replace.",
  );
}

await runCommand(() => restore(parseArgs({ options: OPTIONS }).values));
