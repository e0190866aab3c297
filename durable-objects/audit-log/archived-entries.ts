/** Reads entries that were removed from the object from their segments in the bucket. */
import { parseJson } from "../../src/kernel/json.ts";
import { parseLine } from "../../src/audit-log/format.ts";
import { segmentName } from "../../src/audit-log/segment.ts";
import type { Alarms } from "./alarms.ts";
import { digest, type ArchiveBucket } from "./archive-bucket.ts";
import type { Segment, SegmentStore } from "./segment-store.ts";
import type { StoredRow } from "./store.ts";

export class ArchivedEntries {
  readonly #segments: SegmentStore;
  readonly #archive: ArchiveBucket;
  readonly #alarms: Alarms;

  constructor(segments: SegmentStore, archive: ArchiveBucket, alarms: Alarms) {
    this.#segments = segments;
    this.#archive = archive;
    this.#alarms = alarms;
  }

  /** The entries of a segment in chain order; null, with an alarm, if its file is missing or is not the verified one. */
  async read(segment: Segment): Promise<StoredRow[] | null> {
    const bytes = await this.#archive.read(segmentName(segment.first, segment.last));
    if (!(await this.#judge(segment, bytes && digest(bytes))) || bytes === null) return null;
    const [, ...lines] = new TextDecoder().decode(bytes).trimEnd().split("\n");
    return lines.map(toRow);
  }

  /** Checks the checksum of the segment with this entry, or of the first. Returns where the next one begins; null without segments. */
  async checkNext(from: number): Promise<number | null> {
    const segment = this.#segments.containing(from) ?? this.#segments.containing(0);
    if (segment === null) return null;
    await this.#judge(segment, await this.#archive.checksum(segmentName(segment.first, segment.last)));
    return segment.last + 1;
  }

  async #judge({ first, last, sha256 }: Segment, found: string | null): Promise<boolean> {
    if (found === sha256) {
      this.#alarms.clearSegment(first);
      return true;
    }
    await this.#alarms.raiseOf(found === null ? "segment_missing" : "segment_differs", { first, last });
    return false;
  }
}

/** The bytes were verified before, so their form is not checked again. */
function toRow(line: string): StoredRow {
  const { entry, head } = parseLine(line);
  const { seq, id, ts, kind } = parseJson(entry) as Pick<StoredRow, "seq" | "id" | "ts" | "kind">;
  return { seq, id, ts, kind, entry, head, pii: null };
}
