/**
 * Takes real documents of many kinds, and some unusual ones, through a running
 * service: upload, processing, viewing, search, and conversion to pages. Documents come from
 * Debian packages (apt-get, dpkg-deb), cached in the system's temporary folder, and from node_modules.
 */
import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { codeOf } from "../client.ts";
import { openCorpus, type Document } from "../files/documents.ts";
import { MAX_BYTES, makeExtremes, noise } from "../files/extremes.ts";
import { multipart, takeThrough, type Uploader } from "../files/steps.ts";
import { formatOutcomes, type Line } from "../files/table.ts";
import { runPool } from "../pool.ts";
import { ensure, type Report } from "../report.ts";
import { withDrive } from "../with-drive.ts";
import type { Smoke } from "../world.ts";

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

export const run = (smoke: Smoke): Promise<void> =>
  withDrive(smoke, "Files", async ({ person, drive }) => {
    const { options, client, report } = smoke;
    const uploader: Uploader = { client, as: person, driveId: drive.id };
    const { documents, missing } = await openCorpus();
    for (const each of missing)
      await report.check(each, () => Promise.reject(new Error("The package is not available.")));
    const lines = await runPool(documents, WIDTH, (document) => check(report, uploader, document));
    for (const document of makeExtremes()) lines.push(await check(report, uploader, document));
    await refuseExtremes(report, uploader);
    if (options.report !== null) await writeFile(options.report, formatOutcomes(lines, cpus().length));
  });
