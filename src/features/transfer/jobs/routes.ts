/** HTTP routes for background imports and exports: start, status, cancel, resume, download. */
import { attachment } from "../../../http/disposition.ts";
import { refuseActiveUse, sendFile } from "../../../http/files.ts";
import { Answer } from "../../../http/route.ts";
import { routes } from "../../../http/route-list.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import {
  BeginExport,
  BeginImport,
  ListTransfers,
  NoteQuery,
  Transfer,
  TransferList,
  TransferNotes,
  TransferParams,
} from "./contract.ts";
import { beginExport, openArchive } from "./export-service.ts";
import { beginImport, cancelTransfer, getTransfer, listNotes, listTransfers, resumeTransfer } from "./service.ts";

const COMMON = { tag: "Export and import", principals: ["session", "mcp"] } as const;
const WRITE = { ...COMMON, csrf: "token", limits: [] } as const;

export const transferJobRoutes = routes()
  .add(
    {
      ...COMMON,
      method: "post",
      path: "/api/transfers/imports",
      operation: "beginImport",
      summary: "Start a background import of an archive uploaded in parts; a retry returns the same response",
      csrf: "token",
      limits: [LIMIT_RULES.importByUser],
      bodyCap: 4_096,
      json: BeginImport,
      answer: { status: 201, also: 200, schema: Transfer },
      errors: ["forbidden", "not_found", "conflict", "parent_invalid", "incomplete"],
    },
    async ({ deps, caller, json }) => {
      const { transfer, made } = await beginImport(deps, caller, json);
      return made ? transfer : new Answer(200, transfer);
    },
  )
  .add(
    {
      ...COMMON,
      method: "post",
      path: "/api/transfers/exports",
      operation: "beginExport",
      summary: "Start a background export of a drive, or of a page and its subpages, to an archive",
      csrf: "token",
      limits: [LIMIT_RULES.exportByUser],
      bodyCap: 4_096,
      json: BeginExport,
      answer: { status: 201, schema: Transfer },
      errors: ["forbidden", "not_found", "conflict", "step_up_required"],
    },
    ({ deps, caller, json }) => beginExport(deps, caller, json),
  )
  .add(
    {
      ...COMMON,
      method: "get",
      path: "/api/transfers/:transferId/archive",
      operation: "downloadExport",
      summary: "Download the archive of a completed background export; available for a week",
      params: TransferParams,
      answer: { status: 200, schema: "file", types: ["application/zip"] },
      errors: ["range_not_satisfiable"],
    },
    async ({ deps, caller, params, http }) => {
      refuseActiveUse(http.req.raw.headers);
      const archive = await openArchive(deps, caller, params.transferId);
      const { filename, mimeType: type } = archive;
      // Not cacheable, because the user's access may be reduced at any time.
      return sendFile(http.req.raw, {
        ...archive,
        type,
        disposition: attachment(filename),
        cache: "private, no-store",
      });
    },
  )
  .add(
    {
      ...COMMON,
      method: "get",
      path: "/api/transfers",
      operation: "listTransfers",
      summary: "List the background imports and exports that the caller started in the last month, newest first",
      query: ListTransfers,
      answer: { status: 200, schema: TransferList },
    },
    ({ deps, caller, query }) => listTransfers(deps, caller, query),
  )
  .add(
    {
      ...COMMON,
      method: "get",
      path: "/api/transfers/:transferId",
      operation: "getTransfer",
      summary: "Get the progress of a background import or export",
      params: TransferParams,
      answer: { status: 200, schema: Transfer },
    },
    ({ deps, caller, params }) => getTransfer(deps, caller, params.transferId),
  )
  .add(
    {
      ...COMMON,
      method: "get",
      path: "/api/transfers/:transferId/notes",
      operation: "listTransferNotes",
      summary: "List the items that an import or export skipped or changed, and why",
      params: TransferParams,
      query: NoteQuery,
      answer: { status: 200, schema: TransferNotes },
    },
    ({ deps, caller, params, query }) => listNotes(deps, caller, params.transferId, query),
  )
  .add(
    {
      ...WRITE,
      method: "post",
      path: "/api/transfers/:transferId/resume",
      operation: "resumeTransfer",
      summary: "Resume an import or export that paused because its session or token ended",
      bodyCap: 0,
      params: TransferParams,
      answer: { status: 200, schema: Transfer },
      errors: ["forbidden", "conflict"],
    },
    ({ deps, caller, params }) => resumeTransfer(deps, caller, params.transferId),
  )
  .add(
    {
      ...WRITE,
      method: "delete",
      path: "/api/transfers/:transferId",
      operation: "cancelTransfer",
      summary:
        "Cancel an import or export and discard the pages created so far, or delete the archive of a completed export",
      bodyCap: 0,
      params: TransferParams,
      answer: { status: 200, schema: Transfer },
      errors: ["forbidden", "conflict"],
    },
    ({ deps, caller, params }) => cancelTransfer(deps, caller, params.transferId),
  );
