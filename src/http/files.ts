/** File responses: sandboxed wherever they are opened, validated by ETag, and refused for any active use. */
import { AppError } from "../kernel/errors.ts";
import type { StoredFile, ByteRange } from "../platform/file-bucket.ts";
import { parseRange } from "./range.ts";

/** A file is at most a document of its own: it runs nothing, loads nothing but itself, and only our own pages may frame it. */
const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; frame-ancestors 'self'; sandbox";

/** Destinations in which a browser would run or apply a file, or embed it in a page (Fetch Metadata, Sec-Fetch-Dest). */
const ACTIVE = new Set([
  "script",
  "style",
  "worker",
  "sharedworker",
  "serviceworker",
  "audioworklet",
  "paintworklet",
  "manifest",
  "object",
  "embed",
  "iframe",
  "frame",
  "fencedframe",
  "xslt",
]);

/** Throws `forbidden` if the browser requests the file as a script, a style sheet, a frame or the like. */
export function refuseActiveUse(headers: Headers): void {
  if (ACTIVE.has(headers.get("Sec-Fetch-Dest") ?? "")) {
    throw new AppError(
      "forbidden",
      "Files from this address can be displayed or downloaded, but not run as scripts or framed.",
    );
  }
}

type FileHead = {
  readonly type: string;
  /** Without quotes; changes whenever the bytes change. */
  readonly version: string;
  readonly disposition: string;
  readonly cache: string;
};

export const fileHeaders = ({ type, version, disposition, cache }: FileHead): Headers =>
  new Headers({
    "Content-Type": type,
    "Content-Disposition": disposition,
    "Cache-Control": cache,
    "Content-Security-Policy": FILE_POLICY,
    ETag: `"${version}"`,
  });

type ServedFile = FileHead & {
  /** In bytes; null if only the store knows it, in which case the whole file is sent even for a range request. */
  readonly size: number | null;
  /** Called at most once, and only if bytes are sent. */
  readonly open: (stretch?: ByteRange) => Promise<StoredFile>;
};

/**
 * The file, the requested range of it (RFC 9110 §14), or 304 if the reader has this version. The caller has already checked
 * permission. A HEAD always describes the whole file. Throws `range_not_satisfiable`.
 */
export async function sendFile(request: Request, file: ServedFile): Promise<Response> {
  const { headers: asked } = request;
  const headers = fileHeaders(file);
  if (isKnown(asked, file.version)) return new Response(null, { status: 304, headers });
  if (file.size === null) {
    const stored = await file.open();
    headers.set("Content-Length", String(stored.size));
    return new Response(stored.body, { headers });
  }
  headers.set("Accept-Ranges", "bytes");
  if (request.method === "HEAD") {
    headers.set("Content-Length", String(file.size));
    return new Response(null, { headers });
  }
  const wanted = parseRange(asked, file.size, `"${file.version}"`);
  if (wanted.kind === "unsatisfiable")
    throw new AppError(
      "range_not_satisfiable",
      `The requested range is beyond the end of the file, which has ${file.size} bytes.`,
      {
        wholeBytes: file.size,
      },
    );
  const { offset, length } = wanted.kind === "stretch" ? wanted.stretch : { offset: 0, length: file.size };
  headers.set("Content-Length", String(length));
  const status = wanted.kind === "stretch" ? 206 : 200;
  if (status === 206) headers.set("Content-Range", `bytes ${offset}-${offset + length - 1}/${file.size}`);
  const stored = await (wanted.kind === "stretch" ? file.open(wanted.stretch) : file.open());
  return new Response(stored.body, { status, headers });
}

/** Whether the reader already has this version (If-None-Match, RFC 9110 §13.1.2: weak comparison). */
function isKnown(headers: Headers, version: string): boolean {
  const known = headers.get("If-None-Match");
  if (known === null) return false;
  return known.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === `"${version}"`);
}
