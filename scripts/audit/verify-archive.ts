/**
 * Verifies the audit log offline: `npm run audit:verify -- PATH… [--key KEY]… [--pin PIN]…`; exits with 0, 1 or 2. Each
 * PATH is an export, or a folder with a chain's segments and checkpoints as stored in the bucket.
 */
import { createReadStream, readFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { type ArchiveFile, type ArchiveVerdict, readArchive } from "./archive.ts";
import { FormatError } from "../../src/audit-log/canonical.ts";
import { type VerifierKey, openNote, parseKey, readNote } from "../../src/audit-log/checkpoint.ts";
import { type Pin, type Verdict, verifyExport } from "./verify.ts";

const USAGE = `Usage: npm run audit:verify -- PATH [PATH] [--key KEY]... [--pin PIN]...

PATH   an export of the audit log, as JSON lines; or a folder with a chain's segments
       and checkpoints, as stored under audit/0/ in the bucket; or one of each
--key  a public key of the audit log, or a file with it, to check signatures
--pin  a checkpoint that you kept, as a file; or a head (64 hex digits) that you noted
       after entry SEQ, as HEX@SEQ. Without one, a log rewritten from its first entry
       or rolled back to an earlier state cannot be told from a true one`;

const VALID = 0;
const INVALID = 1;
const MISUSED = 2;

type Options = { readonly paths: string[]; readonly keys: string[]; readonly pins: string[] };
type Evidence = { readonly keys: readonly VerifierKey[]; readonly pins: readonly Pin[] };

/** A usage error; the message is shown to the caller. */
class Misuse extends Error {}

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  try {
    const options = readOptions(args);
    const keys = options.keys.map(readKey);
    const pins = await Promise.all(options.pins.map((pin) => readPin(pin, keys)));
    return (await verifyPaths(options.paths, { keys, pins })) ? VALID : INVALID;
  } catch (error) {
    if (error instanceof Misuse) {
      console.error(error.message === "" ? USAGE : `${error.message}\n\n${USAGE}`);
      return MISUSED;
    }
    console.error(`The file cannot be read: ${error instanceof Error ? error.message : "unknown reason"}.`);
    return INVALID;
  }
}

async function verifyPaths(paths: readonly string[], { keys, pins }: Evidence): Promise<boolean> {
  const kinds = await Promise.all(paths.map(async (path) => ({ path, isFolder: (await stat(path)).isDirectory() })));
  const folders = kinds.filter(({ isFolder }) => isFolder).map(({ path }) => path);
  const files = kinds.filter(({ isFolder }) => !isFolder).map(({ path }) => path);
  const [folder] = folders;
  const [file] = files;
  if (folders.length > 1 || files.length > 1) throw new Misuse("Pass one export, one folder, or one of each.");
  const archive = folder === undefined ? null : await readFolder(folder);
  const walked = archive && (await readArchive(archive, { keys, pins, tailElsewhere: file !== undefined }));
  if (walked) {
    reportArchive(walked.verdict, keys.length > 0, file !== undefined);
    if (!walked.verdict.valid) return false;
  }
  if (file !== undefined) {
    const pieces = createReadStream(file, { highWaterMark: 1 << 20 });
    const verdict = await verifyExport(pieces, [...pins, ...(walked?.pins ?? [])], walked?.known);
    reportExport(verdict);
    if (!verdict.valid) return false;
  }
  console.log(
    pins.length > 0
      ? "VALID, and it contains every pinned head."
      : "VALID as a chain. Pass a pinned head to rule out a rewrite.",
  );
  return true;
}

function readOptions(args: readonly string[]): Options {
  const options: Options = { paths: [], keys: [], pins: [] };
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    const [, name = "", value] = /^--(key|pin)(?:=(.*))?$/s.exec(arg) ?? [];
    if (name === "" && (arg === "" || arg.startsWith("-"))) throw new Misuse("");
    if (name === "") options.paths.push(arg);
    else {
      const given = value ?? args[(at += 1)] ?? "";
      if (given === "") throw new Misuse("");
      (name === "key" ? options.keys : options.pins).push(given);
    }
  }
  if (options.paths.length === 0) throw new Misuse("");
  return options;
}

function readKey(given: string): VerifierKey {
  try {
    return parseKey(given.includes("+") ? given : readFileSync(given, "utf8").trim());
  } catch (error) {
    throw new Misuse(`The key cannot be used: ${messageOf(error)}.`);
  }
}

async function readPin(given: string, keys: readonly VerifierKey[]): Promise<Pin> {
  const [, head, seq] = /^([0-9a-f]{64})@(\d{1,15})$/i.exec(given) ?? [];
  if (head !== undefined && seq !== undefined) return { head: head.toLowerCase(), seq: Number(seq) };
  try {
    const note = readFileSync(given, "utf8");
    const checkpoint = keys.length > 0 ? await openNote(note, keys) : readNote(note).checkpoint;
    const { origin, size } = checkpoint;
    return { seq: size - 1, head: checkpoint.head, origin, by: `the pinned checkpoint ${size}` };
  } catch (error) {
    throw new Misuse(`The pin ${JSON.stringify(given)} cannot be used: ${messageOf(error)}.`);
  }
}

async function readFolder(folder: string): Promise<ArchiveFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = path.slice(join(folder, sep).length).split(sep).join("/");
      return { name, read: () => createReadStream(path, { highWaterMark: 1 << 20 }) };
    });
}

function reportArchive(verdict: ArchiveVerdict, hasKey: boolean, hasExport: boolean): void {
  const { origin, shard, entries, segments, checkpoints, covered, firstBad } = verdict;
  if (origin !== null) console.log(`origin   ${JSON.stringify(origin)}, shard ${shard}`);
  console.log(`segments ${segments} with ${entries} entries${firstBad === null ? "" : " before the fault"}`);
  const signed = hasKey ? "signatures checked" : "signatures NOT checked: pass the key";
  console.log(`signed   ${checkpoints} checkpoints up to ${covered} entries, ${signed}`);
  if (firstBad !== null) return console.log(describeFault(firstBad, firstBad.file));
  if (!hasExport && covered > entries) {
    console.log(`tail     the newest ${covered - entries} entries are in no segment: pass an export too`);
  }
}

function reportExport({ valid, entries, head, origin, shard, firstBad }: Verdict): void {
  if (origin !== null) console.log(`origin   ${JSON.stringify(origin)}, shard ${shard}`);
  console.log(`entries  ${entries}${valid ? "" : " before the fault"}`);
  if (head !== null) console.log(`head     ${head}${entries > 0 ? `@${entries - 1}` : ""}`);
  if (firstBad !== null) console.log(describeFault(firstBad, null));
}

type Place = { readonly line: number | null; readonly seq: number | null; readonly reason: string };

function describeFault({ line, seq, reason }: Place, file: string | null): string {
  const where = [line === null ? "" : ` in line ${line}`, file === null ? "" : ` of ${file}`].join("");
  return `INVALID${line === null && file !== null ? ` in ${file}` : where}${seq === null ? "" : ` (entry ${seq})`}: ${reason}.`;
}

/** Never a stack trace; the messages of our own errors are sentences. */
function messageOf(error: unknown): string {
  if (error instanceof FormatError) return error.message;
  return error instanceof Error && "code" in error
    ? `the file cannot be read (${String(error.code)})`
    : "unknown reason";
}
