/**
 * `npm run smoke:files -- ORIGIN`: takes real documents of many kinds, and some unusual ones, through a running
 * service: upload, processing, viewing, search, and conversion to pages.
 */
import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { removeDrives, logOut } from "../clean-up.ts";
import { Client, codeOf } from "../client.ts";
import { openCorpus, type Document } from "../files/documents.ts";
import { MAX_BYTES, makeExtremes, noise } from "../files/extremes.ts";
import { multipart, takeThrough, type Uploader } from "../files/steps.ts";
import { formatOutcomes, type Line } from "../files/table.ts";
import { readOptions, type Options } from "../options.ts";
import { runPool } from "../pool.ts";
import { ensure, formatLatencies, Report } from "../report.ts";
import { makeDrive, signIn } from "../sign-in.ts";

const USAGE = `Usage: npm run smoke:files -- ORIGIN [--dev-log FILE | --session ses_...] [--report FILE] [--keep]

Documents come from Debian packages (apt-get, dpkg-deb), cached in the system's temporary folder, and from node_modules.
--report    a file for the table of results, in Markdown`;

/** Number of documents in progress at once. */
const WIDTH = 3;

async function check(report: Report, uploader: Uploader, document: Document): Promise<Line> {
  const { group, filename, bytes } = document;
  const outcome = await report.check(`${group}: ${filename}`, async (say) => {
    const done = await takeThrough(uploader, document);
    say(`${bytes.length} bytes`);
    say(`in ${done.uploadMs.toFixed(0)} ms`);
    say(`read ${done.readMs.toFixed(0)} ms`);
    say(done.result);
    return done;
  });
  return { group, bytes: bytes.length, outcome };
}

async function refuseExtremes(report: Report, { client, as, driveId }: Uploader): Promise<void> {
  const send = (bytes: Buffer) =>
    client.send({ kind: "upload", method: "POST", path: "/api/upload", as, body: multipart(driveId, "x.bin", bytes) });
  await report.check("0 bytes are refused", async () => {
    const answer = await send(Buffer.alloc(0));
    ensure(
      answer.status === 400 && codeOf(answer) === "invalid_multipart",
      `It answered ${answer.status} ${codeOf(answer)}.`,
    );
  });
  await report.check("100,000,001 bytes are refused", async () => {
    const answer = await send(noise(MAX_BYTES + 1, 3));
    ensure(
      answer.status === 413 && codeOf(answer) === "payload_too_large",
      `It answered ${answer.status} ${codeOf(answer)}.`,
    );
  });
}

async function run(options: Options, reportTo: string | null): Promise<number> {
  const report = new Report((line) => console.log(line));
  const client = new Client(options.origin);
  const person = await report.check("signs in", () => signIn(client, options));
  try {
    if (person === null) return 1;
    const drive = await makeDrive(client, person, `Files ${options.seed}`);
    try {
      const uploader: Uploader = { client, as: person, driveId: drive.id };
      const { documents, missing } = await openCorpus();
      for (const each of missing)
        await report.check(each, () => Promise.reject(new Error("The package is not available.")));
      const lines = await runPool(documents, WIDTH, (document) => check(report, uploader, document));
      for (const document of makeExtremes()) lines.push(await check(report, uploader, document));
      await refuseExtremes(report, uploader);
      if (reportTo !== null) await writeFile(reportTo, formatOutcomes(lines, cpus().length));
    } finally {
      if (!options.keep) {
        await report.check("deletes the drive for good", () => removeDrives({ client, person, drive }, undefined));
        await report.check("logs out", () => logOut({ client, person }));
      }
    }
  } finally {
    client.close();
    for (const line of formatLatencies(client.latencies)) console.log(line);
    console.log(report.tally);
  }
  return report.failed === 0 ? 0 : 1;
}

async function main(args: readonly string[]): Promise<number> {
  const at = args.indexOf("--report");
  const reportTo = at === -1 ? null : (args[at + 1] ?? null);
  const rest = args.filter((_, n) => at === -1 || (n !== at && n !== at + 1));
  let options: Options;
  try {
    options = readOptions(rest, process.env, Date.now());
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : "Unknown"}\n\n${USAGE}`);
    return 2;
  }
  return run(options, reportTo);
}

process.exitCode = await main(process.argv.slice(2));
