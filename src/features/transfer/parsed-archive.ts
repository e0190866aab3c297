/** The contents of an archive, from which an import is planned. */
import type { PropertyTypes } from "../../formats/transfer/obsidian/property-types.ts";
import type { ImportNote, Manifest } from "./contract.ts";
import type { ThreadFile } from "./import-threads.ts";

export type ParsedArchive = {
  /** Texts by path, in archive order. */
  readonly files: ReadonlyMap<string, string>;
  /** Files that are not page texts, by path; unpacked only when read. */
  readonly originals: ReadonlyMap<string, PackedFile>;
  readonly manifest: Manifest | null;
  /** Comment threads by the path of their page. */
  readonly threads: ReadonlyMap<string, ThreadFile>;
  /** The property types that Obsidian vaults declare, by the path of the vault. */
  readonly propertyTypes: ReadonlyMap<string, PropertyTypes>;
  readonly skipped: readonly ImportNote[];
  /** Notes on texts that needed special decoding. */
  readonly changed: readonly ImportNote[];
};

export type PackedFile = {
  /** The original file name. */
  readonly filename: string;
  /** Declared size in bytes. */
  readonly size: number;
  /** Throws EntryBroken, EntryTooLarge or, if the archive exceeds its limits, `payload_too_large`. */
  readonly read: () => Uint8Array;
};
