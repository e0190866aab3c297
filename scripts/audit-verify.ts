/** Verifies an exported audit trail offline: `npm run audit:verify -- FILE [--pin HEX@SEQ]…`; exit code 0, 1 or 2. */
import { createReadStream } from "node:fs";
import { type Pin, type Verdict, verifyExport } from "../src/features/audit/verify.ts";

const USAGE = `Usage: npm run audit:verify -- FILE [--pin HEX@SEQ]...

FILE   an export of the audit trail, as JSON lines
--pin  a head (64 hex digits) that you noted after entry SEQ; without one, a file
       rewritten from its first entry or cut at its end cannot be told from a true one`;

const VALID = 0;
const INVALID = 1;
const MISUSED = 2;

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const command = parseArguments(args);
  if (command === null) {
    console.error(USAGE);
    return MISUSED;
  }
  try {
    const verdict = await verifyExport(createReadStream(command.file, { highWaterMark: 1 << 20 }), command.pins);
    report(verdict, command.pins.length > 0);
    return verdict.valid ? VALID : INVALID;
  } catch (error) {
    console.error(`The file cannot be read: ${error instanceof Error ? error.message : "unknown reason"}.`);
    return INVALID;
  }
}

function parseArguments(args: readonly string[]): { file: string; pins: Pin[] } | null {
  const files: string[] = [];
  const pins: Pin[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg !== "--pin" && !arg.startsWith("--pin=")) {
      if (arg === "" || arg.startsWith("-")) return null;
      files.push(arg);
      continue;
    }
    const pin = parsePin(arg === "--pin" ? (args[(at += 1)] ?? "") : arg.slice("--pin=".length));
    if (pin === null) return null;
    pins.push(pin);
  }
  const [file] = files;
  return file === undefined || files.length > 1 ? null : { file, pins };
}

function parsePin(text: string): Pin | null {
  const [, head, seq] = /^([0-9a-f]{64})@(\d{1,15})$/i.exec(text) ?? [];
  return head === undefined || seq === undefined ? null : { head: head.toLowerCase(), seq: Number(seq) };
}

function report({ valid, entries, head, origin, shard, firstBad }: Verdict, pinned: boolean): void {
  if (origin !== null) console.log(`origin   ${JSON.stringify(origin)}, shard ${shard}`);
  console.log(`entries  ${entries}${valid ? "" : " before the fault"}`);
  if (head !== null) console.log(`head     ${head}${entries > 0 ? `@${entries - 1}` : ""}`);
  if (firstBad !== null) {
    const place = firstBad.line === null ? "" : ` in line ${firstBad.line}`;
    const seq = firstBad.seq === null ? "" : ` (entry ${firstBad.seq})`;
    console.log(`INVALID${place}${seq}: ${firstBad.reason}.`);
    return;
  }
  console.log(pinned ? "VALID, and it holds every pinned head." : "VALID in itself. Pin a head to rule out a rewrite.");
}
