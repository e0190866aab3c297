/** Routes of multipart uploads: begin, send parts in any order, complete. */
import { AppError } from "../../kernel/errors.ts";
import { Answer } from "../../http/route.ts";
import { routes } from "../../http/route-list.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { BeginUpload, FileRecord, PartParams, PartReceived, Upload, UploadParams } from "./contract.ts";
import { beginUpload, cancelUpload, completeUpload, receivePart, showUpload } from "./multipart-upload.ts";
import { UPLOAD_ERRORS } from "./routes.ts";
import { UPLOAD_PART_BYTES } from "./contract.ts";

export const partRoutes = routes()
  .add(
    {
      method: "post",
      path: "/api/uploads",
      operation: "beginUpload",
      tag: "Files",
      summary: "Start a multipart upload",
      principals: ["session", "mcp"],
      csrf: "token",
      limits: [LIMIT_RULES.uploadByUser],
      bodyCap: 16_384,
      json: BeginUpload,
      answer: { status: 201, schema: Upload },
      errors: UPLOAD_ERRORS,
    },
    ({ deps, caller, json }) => beginUpload(deps, caller, json),
  )
  .add(
    {
      method: "get",
      path: "/api/uploads/:uploadId",
      operation: "showUpload",
      tag: "Files",
      summary: "Get the progress of an upload: the parts received",
      principals: ["session", "mcp"],
      params: UploadParams,
      answer: { status: 200, schema: Upload },
    },
    ({ deps, caller, params }) => showUpload(deps, caller, params.uploadId),
  )
  .add(
    {
      method: "put",
      path: "/api/uploads/:uploadId/parts/:part",
      operation: "sendPart",
      tag: "Files",
      summary: "Upload one part; every part but the last has the upload's part size",
      principals: ["session", "mcp"],
      csrf: "token",
      limits: [],
      bodyCap: UPLOAD_PART_BYTES,
      bytes: true,
      params: PartParams,
      answer: { status: 200, schema: PartReceived },
      errors: ["forbidden", "conflict"],
    },
    ({ deps, caller, params, http }) => receivePart(deps, caller, params, () => readBytes(http.req.raw)),
  )
  .add(
    {
      method: "post",
      path: "/api/uploads/:uploadId/complete",
      operation: "completeUpload",
      tag: "Files",
      summary: "Complete an upload by joining its parts into one file; a retry returns the same response",
      principals: ["session", "mcp"],
      csrf: "token",
      limits: [],
      bodyCap: 0,
      params: UploadParams,
      answer: { status: 201, also: 200, schema: FileRecord },
      errors: [...UPLOAD_ERRORS, "incomplete"],
    },
    async ({ deps, caller, params }) => {
      const { record, made } = await completeUpload(deps, caller, params.uploadId);
      return made ? record : new Answer(200, record);
    },
  )
  .add(
    {
      method: "delete",
      path: "/api/uploads/:uploadId",
      operation: "cancelUpload",
      tag: "Files",
      summary: "Cancel an upload",
      principals: ["session", "mcp"],
      csrf: "token",
      limits: [],
      bodyCap: 0,
      params: UploadParams,
      errors: ["forbidden", "conflict"],
    },
    ({ deps, caller, params }) => cancelUpload(deps, caller, params.uploadId),
  );

/** The router has already limited the size. */
async function readBytes(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    throw new AppError("invalid_request", "The upload of this part was interrupted. Send it again.");
  }
}
