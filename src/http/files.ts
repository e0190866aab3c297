/** Answers that are files: sandboxed wherever they are opened, known again by their tag, refused as anything that runs. */
import { AppError } from "../kernel/errors.ts";

/** A file is a document of its own at most: it runs nothing, loads nothing but itself and is framed by us alone. */
const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; frame-ancestors 'self'; sandbox";

/** What a browser would run or apply a file as (Fetch Metadata, Sec-Fetch-Dest). */
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
  "xslt",
]);

/** Throws `forbidden` when the browser wants the file as a script, a style sheet or the like. */
export function requirePassive(headers: Headers): void {
  if (ACTIVE.has(headers.get("Sec-Fetch-Dest") ?? "")) {
    throw new AppError("forbidden", "Files are shown or saved here, never run.");
  }
}

type FileHead = {
  readonly type: string;
  /** Without quotes; changes whenever the bytes do. */
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

/** Whether the reader has this version already (If-None-Match, RFC 9110 §13.1.2: compared weakly). */
export function isKnown(headers: Headers, version: string): boolean {
  const known = headers.get("If-None-Match");
  if (known === null) return false;
  return known.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === `"${version}"`);
}
