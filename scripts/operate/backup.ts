/**
 * `npm run backup -- --to FOLDER [--env NAME | --url URL] [--encrypt] [--keep N]`: copies an instance into a folder, while it keeps
 * running. Run it again after an interruption: it continues where it stopped. Later backups in the same folder copy only the
 * files that are not there yet. `--keep N` deletes all but the newest N complete backups afterwards.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Overview } from "../../src/features/operator/overview.ts";
import { BACKED_UP } from "../../src/features/operator/table-rules.ts";
import {
  BackupFolder,
  backupsIn,
  FORMAT,
  readManifest,
  writeManifest,
  type Manifest,
  type Part,
} from "./backup-folder.ts";
import { copyChain, copyFiles, copyRooms, copyTable } from "./backup-parts.ts";
import { findKey, makeKey, type BackupKey } from "./encryption.ts";
import { createOperatorClient, type OperatorClient } from "./operator-client.ts";
import { runCommand } from "./operator.ts";
import { OperatorError } from "./operator-error.ts";
import { prune, RESUMABLE_MS } from "./prune.ts";
import { findTarget, readPassphrase } from "./target.ts";

const OPTIONS = {
  to: { type: "string" },
  env: { type: "string" },
  url: { type: "string" },
  encrypt: { type: "boolean" },
  keep: { type: "string" },
} as const;

/** What a step needs: `add` records a part that is complete, `parts` are those that are. */
export type Copying = {
  readonly client: OperatorClient;
  readonly folder: BackupFolder;
  readonly parts: () => readonly Part[];
  readonly add: (part: Part) => Promise<void>;
  /** Forgets the parts of a kind, which is then copied again. */
  readonly drop: (kind: Part["kind"]) => Promise<void>;
  readonly previous: BackupFolder | null;
  readonly previousParts: readonly Part[];
};

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

async function backUp(options: Options): Promise<void> {
  if (options.to === undefined) throw new OperatorError("Say where to: npm run backup -- --to FOLDER");
  const keep = options.keep === undefined ? null : Number(options.keep);
  if (keep !== null && (!Number.isSafeInteger(keep) || keep < 1))
    throw new OperatorError("--keep must be a whole number of backups, at least 1.");
  const client = createOperatorClient(...(await findTarget(options)), { isPaced: true });
  const overview = await client.json<Overview>("/api/operator/backup", { read: "overview", chainAt: null });
  if (overview.restoring) throw new OperatorError("A backup is being restored there: complete that first.");
  const { name, manifest: started, key } = await begin(options.to, options.encrypt ?? false, overview);
  const path = join(options.to, name);
  let manifest = started;
  const folder = new BackupFolder(path, key);
  const save = (): Promise<void> => writeManifest(path, client.keys, manifest);
  await mkdir(path, { recursive: true });
  manifest = { ...manifest, parts: await wholeParts(folder, manifest.parts) };
  await save();
  const copying: Copying = {
    client,
    folder,
    parts: () => manifest.parts,
    add: async (part) => {
      manifest = { ...manifest, parts: [...manifest.parts, part] };
      await save();
    },
    drop: async (kind) => {
      manifest = { ...manifest, parts: manifest.parts.filter((part) => part.kind !== kind) };
      await save();
    },
    ...(await previousOf(options.to, name, key)),
  };
  // Rows before the rows that they refer to, rooms after the pages, the chain after the entries that wait for it, and its
  // files after the chain.
  for (const table of BACKED_UP.toReversed()) await copyTable(copying, table);
  await copyRooms(copying);
  await copyChain(copying);
  await copyFiles(copying);
  const summary = countsOf(manifest);
  await client.json("/api/operator/backup", { read: "done", summary });
  manifest = { ...manifest, state: "complete", completedAt: new Date().toISOString() };
  await save();
  console.log(`Complete: ${path}`);
  for (const [what, count] of Object.entries(summary)) console.log(`  ${what}: ${count}`);
  if (keep === null) return;
  const deleted = await prune(options.to, keep, { keys: client.keys, key, now: Date.now() });
  console.log(`Deleted ${deleted.backups} older backups, and ${deleted.objects} objects that no other one needs.`);
}

/** Continues the newest backup if it was interrupted within the last day, and begins one otherwise. */
async function begin(
  to: string,
  encrypts: boolean,
  overview: Overview,
): Promise<{ name: string; manifest: Manifest; key: BackupKey | null }> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const newest = (await backupsIn(to)).at(-1);
  const last = newest === undefined ? null : await readManifest(join(to, newest));
  const isResumable =
    last?.state === "incomplete" &&
    last.origin === overview.origin &&
    last.version === overview.version &&
    (last.encryption !== null) === encrypts &&
    Date.now() - Date.parse(last.startedAt) < RESUMABLE_MS;
  if (last !== null && newest !== undefined && isResumable) {
    console.log(`Continues ${newest}, which was interrupted.`);
    return { name: newest, manifest: last, key: last.encryption && findKey(await readPassphrase(), last.encryption) };
  }
  // Files of encrypted backups can be shared only under the same key.
  const shared = encrypts && last !== null ? last.encryption : null;
  const made = encrypts && shared === null ? makeKey(await readPassphrase()) : null;
  const startedAt = new Date().toISOString();
  const { origin, version, migrations, fingerprint, auditKey } = overview;
  return {
    name: startedAt.replaceAll(":", "-").slice(0, 19),
    key: shared === null ? (made?.key ?? null) : findKey(await readPassphrase(), shared),
    manifest: {
      format: FORMAT,
      state: "incomplete",
      origin,
      version,
      migrations,
      fingerprint,
      startedAt,
      completedAt: null,
      encryption: shared ?? made?.encryption ?? null,
      auditKey,
      search: "not copied: the index is rebuilt from the main database after a restore",
      parts: [],
      mac: "",
    },
  };
}

/** Parts up to the first of each kind and table that is missing or damaged. */
async function wholeParts(folder: BackupFolder, parts: readonly Part[]): Promise<Part[]> {
  const broken = new Set<string>();
  const whole: Part[] = [];
  for (const part of parts) {
    const copied = `${part.kind} ${part.name}`;
    if (broken.has(copied) || !(await folder.hasPart(part))) broken.add(copied);
    else whole.push(part);
  }
  return whole;
}

/** The last complete backup, whose unchanged files need not be read again. */
async function previousOf(
  to: string,
  name: string,
  key: BackupKey | null,
): Promise<Pick<Copying, "previous" | "previousParts">> {
  for (const other of (await backupsIn(to)).toReversed()) {
    const manifest = other < name ? await readManifest(join(to, other)) : null;
    if (manifest?.state !== "complete" || (manifest.encryption === null) !== (key === null)) continue;
    return { previous: new BackupFolder(join(to, other), key), previousParts: manifest.parts };
  }
  return { previous: null, previousParts: [] };
}

function countsOf({ parts }: Manifest): Record<string, number> {
  const sum = (kind: Part["kind"], name?: string): number =>
    parts
      .filter((part) => part.kind === kind && (name === undefined || part.name === name))
      .reduce((total, { records }) => total + records, 0);
  return {
    rows: sum("rows"),
    users: sum("rows", "users"),
    pages: sum("rows", "pages"),
    rooms: sum("rooms"),
    files: sum("files"),
    "audit entries": sum("chain"),
  };
}

await runCommand(() => backUp(parseArgs({ options: OPTIONS }).values));
