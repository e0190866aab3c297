/** Segments: parts of the chain as immutable files without personal data (docs/audit-format.md). */
import { FormatError } from "./canonical.ts";
import { AUDIT_VERSION, type ExportHeader, formatHeader, parseHeader } from "./format.ts";

/** Entries per segment. The last entries of a chain belong to no segment until there are enough of them. */
export const SEGMENT_ENTRIES = 4096;

/** Contents of a segment's first line. `before` is the hex head that the first entry builds on. */
export type SegmentHeader = ExportHeader & { first: number; last: number; before: string };

const HEADER_LINE =
  /^\{"octavo-audit-segment":1,("origin":.*,"shard":\d{1,5}),"first":(\d{1,15}),"last":(\d{1,15}),"before":"([0-9a-f]{64})"\}$/su;

/** The bucket folder of a chain's segments and checkpoints. */
export function chainFolder(shard: number): string {
  return `audit/${shard}`;
}

export function segmentName(first: number, last: number): string {
  return `${first}-${last}.jsonl`;
}

export function formatSegmentHeader({ origin, shard, first, last, before }: SegmentHeader): string {
  const own = `"first":${first},"last":${last},"before":"${before}"`;
  return `{"octavo-audit-segment":${AUDIT_VERSION},"origin":${JSON.stringify(origin)},"shard":${shard},${own}}`;
}

/** Throws {@link FormatError} unless the line is exactly what {@link formatSegmentHeader} writes. */
export function parseSegmentHeader(line: string): SegmentHeader {
  const [, chain = "", first = "", last = "", before = ""] = HEADER_LINE.exec(line) ?? [];
  if (chain === "") throw new FormatError("the first line is not the header of a segment");
  const header = { ...parseHeader(`{"octavo-audit":${AUDIT_VERSION},${chain}}`), before };
  const read = { ...header, first: Number(first), last: Number(last) };
  if (formatSegmentHeader(read) !== line) throw new FormatError("the header is not in canonical form");
  return read;
}

/** Whether both headers identify the same chain. */
export function sameChain(a: ExportHeader, b: ExportHeader): boolean {
  return formatHeader(a) === formatHeader(b);
}
