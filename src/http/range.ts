/** Range requests: Range and If-Range (RFC 9110 §13.1.5, §14.2). */
import type { ByteRange } from "../platform/file-bucket.ts";

/** The whole file, one range of it, or an unsatisfiable range. */
export type RequestedRange = { kind: "whole" } | { kind: "stretch"; stretch: ByteRange } | { kind: "unsatisfiable" };

const FULL: RequestedRange = { kind: "whole" };

/**
 * The range requested of a file of `size` bytes with the entity tag `tag` (quoted). Multiple ranges, other units and
 * anything malformed get the whole file, as the RFC allows; so does a range of another version.
 */
export function parseRange(headers: Headers, size: number, tag: string): RequestedRange {
  const header = headers.get("Range");
  if (header === null) return FULL;
  const condition = headers.get("If-Range");
  // A weak tag or a date never matches: both may refer to different bytes.
  if (condition !== null && condition.trim() !== tag) return FULL;
  const [, from = "", to = ""] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header) ?? [];
  if (from === "" && to === "") return FULL;
  if (from === "") {
    const last = Math.min(Number(to), size);
    return last === 0 ? { kind: "unsatisfiable" } : byteRange(size - last, last);
  }
  const [first, end] = [Number(from), to === "" ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== "" && Number(to) < first) return FULL;
  return first >= size ? { kind: "unsatisfiable" } : byteRange(first, end - first + 1);
}

const byteRange = (offset: number, length: number): RequestedRange => ({
  kind: "stretch",
  stretch: { offset, length },
});
