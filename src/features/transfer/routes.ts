/** HTTP routes for exporting and importing pages. */
import { attachment } from "../../http/disposition.ts";
import { fileHeaders, refuseActiveUse, sendFile } from "../../http/files.ts";
import { routes } from "../../http/route-list.ts";
import { MULTIPART_OVERHEAD, readFileIntoMemory } from "../../http/upload.ts";
import { PageParams } from "../../kernel/contract.ts";
import { DriveParams } from "../drives/contract.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { MAX_DIRECT_IMPORT_BYTES, Archive, ExportDriveQuery, ExportQuery, ImportQuery, Imported } from "./contract.ts";
import { exportDrive, exportPage, exportSubtree, type ArchiveRequest, type ExportedFile } from "./export.ts";
import { exportTable } from "./export-table.ts";
import { importPages } from "./import.ts";

const READ = {
  method: "get",
  tag: "Export and import",
  principals: ["session", "mcp"],
} as const;

const BODY_BYTES = MAX_DIRECT_IMPORT_BYTES + MULTIPART_OVERHEAD;

/** Not cacheable, because the user's access may be reduced at any time. */
const CACHE = "private, no-store";

/** A HEAD request lets a client find out that an archive would be too large before the browser starts a download. */
const requestOf = ({ method }: Request, { comments }: { readonly comments: boolean }): ArchiveRequest => ({
  isHead: method === "HEAD",
  comments,
});

/** Always a download, and never from a cache. */
function answer({ name, mediaType, body }: ExportedFile): Response {
  const headers = fileHeaders({ type: mediaType, version: "", disposition: attachment(name), cache: CACHE });
  headers.delete("ETag");
  return new Response(body, { headers });
}

export const transferRoutes = routes()
  .add(
    {
      ...READ,
      path: "/api/pages/:pageId/export",
      operation: "exportPage",
      summary:
        "Export a page as its file or in its own format, as a zip archive with its subpages, or as a table of its subpages' properties",
      params: PageParams,
      query: ExportQuery,
      // A FILE page is returned as its own file.
      answer: {
        status: 200,
        schema: "file",
        types: ["text/markdown", "text/csv", "text/html", "text/plain", "application/zip", "*/*"],
      },
      errors: ["forbidden", "conflict", "payload_too_large", "range_not_satisfiable", "step_up_required"],
    },
    async ({ deps, caller, params, query, http }) => {
      const request = http.req.raw;
      refuseActiveUse(request.headers);
      if (query.format === "zip")
        return answer(await exportSubtree(deps, caller, params.pageId, requestOf(request, query)));
      if (query.format === "table")
        return answer(await exportTable(deps, caller, params.pageId, requestOf(request, query).isHead));
      const page = await exportPage(deps, caller, params.pageId);
      if ("body" in page) return answer(page);
      return sendFile(request, { ...page, type: page.mimeType, disposition: attachment(page.filename), cache: CACHE });
    },
  )
  .add(
    {
      ...READ,
      path: "/api/drives/:driveId/export",
      operation: "exportDrive",
      summary: "Export a drive's contents as a zip archive",
      params: DriveParams,
      query: ExportDriveQuery,
      answer: { status: 200, schema: "file", types: ["application/zip"] },
      errors: ["forbidden", "conflict", "payload_too_large", "step_up_required"],
    },
    async ({ deps, caller, params, query, http }) => {
      refuseActiveUse(http.req.raw.headers);
      return answer(await exportDrive(deps, caller, params.driveId, requestOf(http.req.raw, query)));
    },
  )
  .add(
    {
      ...READ,
      method: "post",
      path: "/api/drives/:driveId/import",
      operation: "importPages",
      summary: "Import the files of a zip archive as pages, all or none",
      csrf: "token",
      limits: [LIMIT_RULES.uploadByUser, LIMIT_RULES.importByUser],
      bodyCap: BODY_BYTES,
      params: DriveParams,
      query: ImportQuery,
      multipart: Archive,
      answer: { status: 201, schema: Imported },
      errors: [
        "forbidden",
        "conflict",
        "parent_invalid",
        "invalid_content",
        "invalid_multipart",
        "storage_full",
        "quota_exceeded",
        "too_many_children",
      ],
    },
    ({ deps, caller, params, query, http }) =>
      importPages(deps, caller, { ...query, driveId: params.driveId, parentId: query.parentId ?? null }, async () => {
        const { file } = await readFileIntoMemory(http.req.raw, BODY_BYTES);
        return file;
      }),
  );
