/** Files: upload, processing, download, and conversion to a document. */
import { createHash } from "node:crypto";
import { sleep } from "../pool.ts";
import { makePage, type Setup } from "./people-setup.ts";
import { checkFields, headerOf, multipart, requireStatus } from "./api-client.ts";
import { makePng } from "./people.ts";
import { at, holds, isOfKind, numberAt, same, show, textAt } from "./values.ts";

const STATES = ["pending", "processing", "completed", "failed"] as const;
const TIMEOUT_MS = 45_000;
const LIMIT = 100_000_000;

const upload = (
  setup: Setup,
  name: string,
  bytes: Buffer,
  fields: Readonly<Record<string, string>>,
): Promise<unknown> =>
  setup.owner.api.ask("POST", "/api/upload", 201, {
    body: multipart({ name, type: "application/octet-stream", bytes }, fields),
  });

/** Waits until a page's file is processed; throws if the outcome is a different one. */
async function untilProcessed({ owner }: Setup, pageId: string, wanted: "completed" | "failed"): Promise<unknown> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const status = await owner.api.get(`/api/pages/${pageId}/processing-status`);
    const state = at(status, "processingStatus");
    if (!isOfKind(state, STATES)) throw new Error(`expected one of ${STATES.join(", ")}, got ${show(state)}`);
    if (state === wanted) return status;
    if (state === "completed" || state === "failed" || performance.now() > deadline)
      throw new Error(`expected the file to be ${wanted} in the end, got ${show(status)}`);
    await sleep(250);
  }
}

export async function checkFiles(setup: Setup): Promise<void> {
  const { rows, owner, guest, anonymous, drive, mark } = setup;
  rows.section("Files");
  // The files are processed while other checks run.
  const brokenPdf = Buffer.from("%PDF-1.7 this is no PDF");
  const broken = await upload(setup, "broken.pdf", brokenPdf, { driveId: drive });
  const pixels = makePng(900, 700);
  const picture = await upload(setup, "picture.png", pixels, { driveId: drive });
  const text = `# Report\n\nThe word is ${mark}.\n`;
  const file = await rows.check("POST /api/upload with driveId: 201, a new FILE page", async () => {
    const record = await upload(setup, "report.md", Buffer.from(text), { driveId: drive });
    same("the page's type", at(await owner.api.get(`/api/pages/${textAt(record, "pageId")}`), "type"), "FILE");
    return record;
  });
  await checkFields(rows, "file", file, {
    id: "string",
    filename: "string",
    mimeType: "string",
    size: "integer",
    processingStatus: STATES,
  });
  const [id, pageId] = [String(at(file, "id")), String(at(file, "pageId"))];
  await rows.check("it is named, measured and addressed by its contents", () => {
    same("filename, size", [at(file, "filename"), at(file, "size")], ["report.md", Buffer.byteLength(text)]);
    same("sha256", at(file, "sha256"), createHash("sha256").update(text).digest("hex"));
  });
  await rows.check("POST /api/upload with pageId: 201, to that page", async () => {
    const page = await makePage(owner.api, drive, "With a file");
    same("pageId", at(await upload(setup, "note.txt", Buffer.from("a note"), { pageId: page }), "pageId"), page);
  });
  await rows.check(
    "POST /api/upload, tokens 17: 400 with neither, 401 for strangers, 404 where one may not see",
    async () => {
      const body = (fields: Record<string, string>) =>
        multipart({ name: "a.txt", type: "text/plain", bytes: Buffer.from("a") }, fields);
      await owner.api.refused("POST", "/api/upload", 400, "invalid_request", { body: body({}) });
      await anonymous.refused("POST", "/api/upload", 401, "unauthenticated", { body: body({ driveId: drive }) });
      await guest.api.refused("POST", "/api/upload", 404, "not_found", { body: body({ driveId: drive }) });
    },
  );
  await rows.check("identical contents are stored once", async () =>
    same(
      "deduplicated",
      at(await upload(setup, "again.md", Buffer.from(text), { driveId: drive }), "deduplicated"),
      true,
    ),
  );
  await checkSize(setup);
  await checkReading(setup, pageId, textAt(broken, "pageId"));
  await checkServing(setup, id, text);
  await checkConverting(setup, id, pageId);
  await checkVariants(setup, picture, pixels.length);
}

/** The processing of a readable and an unreadable file. */
async function checkReading(setup: Setup, pageId: string, brokenId: string): Promise<void> {
  const { rows, owner, drive } = setup;
  await rows.check("GET /api/pages/{pageId}/processing-status: from pending to completed", () =>
    untilProcessed(setup, pageId, "completed"),
  );
  await rows.check("an unreadable file ends in failed, with a reason", async () => {
    textAt(await untilProcessed(setup, brokenId, "failed"), "error");
  });
  await rows.check("POST /api/pages/{pageId}/reprocess: 202, and it goes through the states again", async () => {
    const again = await owner.api.post(`/api/pages/${pageId}/reprocess`, undefined, 202);
    holds("pending or processing", isOfKind(at(again, "processingStatus"), ["pending", "processing"]), again);
    await untilProcessed(setup, pageId, "completed");
    const other = await makePage(owner.api, drive, "No file");
    await owner.api.refused("GET", `/api/pages/${other}/processing-status`, 400, "not_a_file");
  });
}

async function checkVariants(setup: Setup, picture: unknown, size: number): Promise<void> {
  const { rows, owner } = setup;
  await rows.check("pictures are resized for viewing; the original is unchanged", async () => {
    await untilProcessed(setup, textAt(picture, "pageId"), "completed");
    const path = `/api/files/${textAt(picture, "id")}/view`;
    const [small, whole] = [
      await owner.api.send("GET", `${path}?variant=thumbnail`),
      await owner.api.send("GET", path),
    ];
    for (const answer of [small, whole]) requireStatus(answer, 200);
    holds("a picture", headerOf(small, "content-type").startsWith("image/"), headerOf(small, "content-type"));
    same("bytes of the original", headerOf(whole, "content-length"), String(size));
  });
}

async function checkSize(setup: Setup): Promise<void> {
  const { rows, owner, drive } = setup;
  await rows.check("POST /api/upload with more than 100 MB: 413, and nothing is stored", async () => {
    const count = async () => numberAt(await owner.api.get(`/api/drives/${drive}`), "pageCount");
    const before = await count();
    const body = multipart(
      { name: "large.bin", type: "text/plain", bytes: Buffer.alloc(LIMIT + 1, "x") },
      { driveId: drive },
    );
    await owner.api.refused("POST", "/api/upload", 413, "payload_too_large", { body });
    same("pages of the drive", await count(), before);
  });
  await rows.check(
    "a file that is said to have more than 100 MB is refused before it comes: 413; 100 MB are not",
    async () => {
      const json = { driveId: drive, filename: "large.bin", size: LIMIT };
      await owner.api.refused("POST", "/api/uploads", 413, "payload_too_large", {
        json: { ...json, size: LIMIT + 1 },
      });
      const uploadId = textAt(await owner.api.post("/api/uploads", json, 201), "uploadId");
      await owner.api.delete(`/api/uploads/${uploadId}`);
    },
  );
}

async function checkServing({ rows, owner, guest, anonymous }: Setup, id: string, text: string): Promise<void> {
  await rows.check(
    "GET /api/files/{id}/view: the file with type and caching headers, and 304 for a known tag",
    async () => {
      const answer = await owner.api.send("GET", `/api/files/${id}/view`);
      requireStatus(answer, 200);
      same("the body", answer.body, text);
      for (const name of ["content-type", "cache-control", "etag"]) holds(name, headerOf(answer, name) !== "");
      const again = await owner.api.send("GET", `/api/files/${id}/view`, {
        headers: { "If-None-Match": headerOf(answer, "etag") },
      });
      requireStatus(again, 304);
    },
  );
  await rows.check("GET /api/files/{id}/download: the original as an attachment", async () => {
    const answer = await owner.api.send("GET", `/api/files/${id}/download`);
    requireStatus(answer, 200);
    holds(
      "an attachment",
      /^attachment; *filename=.*report\.md/.test(headerOf(answer, "content-disposition")),
      headerOf(answer, "content-disposition"),
    );
    same("the body", answer.body, text);
  });
  await rows.check("files are visible to viewers of their page: 401 without sign-in, 404 for other users", async () => {
    for (const way of ["view", "download"]) {
      await anonymous.refused("GET", `/api/files/${id}/${way}`, 401, "unauthenticated");
      await guest.api.refused("GET", `/api/files/${id}/${way}`, 404, "not_found");
    }
  });
}

async function checkConverting({ rows, owner, mark }: Setup, id: string, pageId: string): Promise<void> {
  const path = `/api/files/${id}/convert-to-document`;
  const made = await rows.check(
    "POST /api/files/{id}/convert-to-document: 201, a DOCUMENT page with the text; the file stays",
    async () => {
      const converted = textAt(await owner.api.post(path, undefined, 201), "pageId");
      const page = await owner.api.get(`/api/pages/${converted}`);
      same("type", at(page, "type"), "DOCUMENT");
      holds("the text", String(at(page, "content")).includes(`The word is ${mark}.`), at(page, "content"));
      same("the file's page", at(await owner.api.get(`/api/pages/${pageId}`), "type"), "FILE");
      requireStatus(await owner.api.send("GET", `/api/files/${id}/download`), 200);
      return converted;
    },
  );
  await rows.check("GET /api/files/{id}/convert-to-document: the same document", async () =>
    same("pageId", at(await owner.api.get(path), "pageId"), made),
  );
}
