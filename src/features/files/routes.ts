/** Routes for files: upload, view, download and convert to a document. */
import { AppError } from "../../kernel/errors.ts";
import { IdParams, PageParams } from "../../kernel/contract.ts";
import { isPrefetch, looksLikeBrowser } from "../../kernel/browser.ts";
import { attachment, inline } from "../../http/disposition.ts";
import { refuseActiveUse, sendFile } from "../../http/files.ts";
import { Answer } from "../../http/route.ts";
import { routes } from "../../http/route-list.ts";
import { MULTIPART_OVERHEAD, readUpload } from "../../http/upload.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { Converted, FileRecord, Processing, UploadParts, ViewQuery } from "./contract.ts";
import { convertToDocument } from "./convert.ts";
import { processingStatus, reprocess } from "./processing.ts";
import { MAX_FILE_BYTES } from "./contract.ts";
import { safeDownloadName } from "./download-name.ts";
import { openFile, openVariant, type OpenedFile } from "./serve.ts";
import { servedTypeOf } from "./types.ts";
import { upload } from "./upload.ts";

export const UPLOAD_ERRORS = [
  "not_found",
  "forbidden",
  "parent_invalid",
  "payload_too_large",
  "storage_full",
  "quota_exceeded",
  "too_many_children",
  "conflict",
] as const;

/** A cache must not show the file to a user who has signed out or lost access to the page; others revalidate by ETag. */
const CACHE = "private, no-cache, no-transform";

const asDownload = (request: Request, file: OpenedFile): Promise<Response> => {
  const { type } = servedTypeOf(file.mimeType);
  const disposition = attachment(safeDownloadName(file.filename, file.mimeType));
  return sendFile(request, { ...file, type, disposition, cache: CACHE });
};

const asView = (request: Request, file: OpenedFile): Promise<Response> => {
  const served = servedTypeOf(file.mimeType);
  const name = safeDownloadName(file.filename, file.mimeType);
  const disposition = served.inline ? inline(name) : attachment(name);
  return sendFile(request, { ...file, type: served.type, disposition, cache: CACHE });
};

/**
 * Guards the GET that creates a document. Our own scripts, a typed address and non-browser clients are allowed; images,
 * frames, links (on our site or another) and prefetches are not. HEAD, which reaches the same handler, must not create
 * anything.
 */
function requireIntent({ method, headers }: Request): void {
  if (method === "HEAD") {
    const allow = ["GET", "POST"];
    throw new AppError("method_not_allowed", "This address creates a document, so it does not support HEAD.", {
      allow,
    });
  }
  const [site, destination] = [headers.get("Sec-Fetch-Site"), headers.get("Sec-Fetch-Dest")];
  const isOwnScript = destination === "empty" && site === "same-origin";
  const isTyped = destination === "document" && site === "none";
  const isProgram =
    site === null && destination === null && (headers.has("Authorization") || !looksLikeBrowser(headers));
  if (!(isOwnScript || isTyped || isProgram) || isPrefetch(headers))
    throw new AppError(
      "cross_site",
      "This address creates a document, so links from other sites and prefetches are rejected.",
    );
}

const converting = {
  tag: "Files",
  summary: "Create a document from the text of a FILE page; the file is kept",
  principals: ["session", "mcp"],
  limits: [],
  bodyCap: 0,
  params: IdParams,
  answer: { status: 201, also: 200, schema: Converted },
  errors: ["forbidden", "not_a_file", "not_ready", "no_text", "conflict", "quota_exceeded", "too_many_children"],
} as const;

export const fileRoutes = routes()
  .add(
    {
      method: "post",
      path: "/api/upload",
      operation: "uploadFile",
      tag: "Files",
      summary: "Upload a file of at most 100 MB to a page, or as a new FILE page in a drive",
      principals: ["session", "mcp"],
      csrf: "token",
      limits: [LIMIT_RULES.uploadByUser],
      bodyCap: MAX_FILE_BYTES + MULTIPART_OVERHEAD,
      multipart: UploadParts,
      streamed: true,
      answer: { status: 201, schema: FileRecord },
      errors: [...UPLOAD_ERRORS, "invalid_multipart"],
    },
    ({ deps, caller, http }) =>
      upload(deps, caller, (receive) => readUpload(http.req.raw, MAX_FILE_BYTES + MULTIPART_OVERHEAD, receive)),
  )
  .add(
    {
      method: "get",
      path: "/api/files/:id/view",
      operation: "viewFile",
      tag: "Files",
      summary: "View a file inline, or a smaller version of its image",
      principals: ["session", "mcp"],
      params: IdParams,
      query: ViewQuery,
      answer: { status: 200, schema: "file" },
      errors: ["forbidden", "range_not_satisfiable"],
    },
    async ({ deps, caller, params, query, http }) => {
      refuseActiveUse(http.req.raw.headers);
      const { variant } = query;
      const file = variant
        ? await openVariant(deps, caller, params.id, variant)
        : await openFile(deps, caller, params.id);
      return asView(http.req.raw, file);
    },
  )
  .add(
    {
      method: "get",
      path: "/api/files/:id/download",
      operation: "downloadFile",
      tag: "Files",
      summary: "Download a file as it was uploaded",
      principals: ["session", "mcp"],
      params: IdParams,
      answer: { status: 200, schema: "file" },
      errors: ["forbidden", "range_not_satisfiable"],
    },
    async ({ deps, caller, params, http }) => {
      refuseActiveUse(http.req.raw.headers);
      return asDownload(http.req.raw, await openFile(deps, caller, params.id));
    },
  )
  .add(
    {
      ...converting,
      method: "post",
      path: "/api/files/:id/convert-to-document",
      operation: "convertFile",
      csrf: "token",
    },
    async ({ deps, caller, params }) => {
      const { document, made } = await convertToDocument(deps, caller, params.id);
      return made ? document : new Answer(200, document);
    },
  )
  .add(
    {
      ...converting,
      method: "get",
      path: "/api/files/:id/convert-to-document",
      operation: "convertFileByLink",
      errors: [...converting.errors, "csrf_missing", "csrf_invalid", "cross_site", "method_not_allowed"],
    },
    async ({ deps, caller, params, http }) => {
      requireIntent(http.req.raw);
      const { document, made } = await convertToDocument(deps, caller, params.id);
      return made ? document : new Answer(200, document);
    },
  )
  .add(
    {
      method: "get",
      path: "/api/pages/:pageId/processing-status",
      operation: "processingStatus",
      tag: "Files",
      summary: "Get the processing status of a FILE page's file, and the extracted metadata",
      principals: ["session", "mcp"],
      params: PageParams,
      answer: { status: 200, schema: Processing },
      errors: ["not_a_file"],
    },
    ({ deps, caller, params }) => processingStatus(deps, caller, params.pageId),
  )
  .add(
    {
      method: "post",
      path: "/api/pages/:pageId/reprocess",
      operation: "reprocessFile",
      tag: "Files",
      summary: "Process the file of a FILE page again",
      principals: ["session", "mcp"],
      csrf: "token",
      limits: [LIMIT_RULES.uploadByUser],
      bodyCap: 0,
      params: PageParams,
      answer: { status: 202, schema: Processing },
      errors: ["forbidden", "not_a_file", "already_processing", "conflict"],
    },
    ({ deps, caller, params }) => reprocess(deps, caller, params.pageId),
  );
