/** A file opened for a caller who may see its page. */
import { Buffer } from "node:buffer";
import type { Caller } from "../../kernel/caller.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import type { StoredFile, ByteRange } from "../../platform/file-bucket.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { allowPage } from "../../permissions/authorize-page.ts";
import { loadPage } from "../pages/service.ts";
import { blobKey, stagedKey, variantKey, type VariantName } from "./rules.ts";
import * as store from "./store.ts";

export type OpenedFile = {
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  /** Changes with the bytes. */
  readonly version: string;
  readonly open: (stretch?: ByteRange) => Promise<StoredFile>;
};

/** Throws `not_found` for a file whose page the caller may not see, as for one that does not exist. */
export async function openFile(deps: Deps, caller: Caller, fileId: string): Promise<OpenedFile> {
  return toOpenedFile(deps, await requireFile(deps, caller, fileId));
}

/** For a caller who is already authorized to see the page. */
export const toOpenedFile = (deps: Pick<Deps, "files" | "log">, file: store.StoredFileRow): OpenedFile => ({
  filename: file.filename,
  mimeType: file.mimeType,
  size: file.size,
  version: versionOf(file),
  open: (stretch) => readBytes(deps, file, stretch),
});

/** Opens a smaller image of the file; throws `not_found` if there is none (yet). */
export async function openVariant(deps: Deps, caller: Caller, fileId: string, name: VariantName): Promise<OpenedFile> {
  const file = await requireFile(deps, caller, fileId);
  const variant = variantsOf(file)[name];
  if (!variant) throw notFound(`A ${name} of this file`);
  return {
    filename: `${name}.${variant.type.slice("image/".length)}`,
    mimeType: variant.type,
    size: variant.size,
    // The parser may produce different variants while the file's bytes stay the same.
    version: `${versionOf(file)}-${name}-${variant.tag}`,
    async open(stretch) {
      const stored = await deps.files.get(variantKey(file.generation, name, variant.tag), stretch);
      if (!stored) throw notFound(`A ${name} of this file`);
      return stored;
    },
  };
}

async function requireFile(deps: AuthDeps, caller: Caller, fileId: string): Promise<store.StoredFileRow> {
  const { by, results } = await authenticate(deps, caller, [
    store.findFile(fileId),
    loadPage(caller, store.pageOfFile(fileId)),
  ]);
  const [file, page] = results;
  if (!file || !page) throw notFound("This file");
  allowPage(by, "view", page);
  return file;
}

export type StoredVariant = {
  readonly type: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Hash prefix of the variant's bytes. */
  readonly tag: string;
};

/** The variants as `finishProcessing` wrote them. */
export const variantsOf = (file: store.StoredFileRow): Partial<Record<VariantName, StoredVariant>> =>
  file.metadata["variants"] ?? {}; // written only by us

const versionOf = (file: store.StoredFileRow): string =>
  `sha256-${Buffer.from(file.sha256, "hex").toString("base64url")}`;

type Bytes = Pick<store.StoredFileRow, "id" | "sha256" | "generation" | "staged" | "size">;

/** Reads the bytes from either key: they may be promoted between the lookup and the read. */
export async function readBytes(
  deps: Pick<Deps, "files" | "log">,
  file: Bytes,
  stretch?: ByteRange,
): Promise<StoredFile> {
  const stored = await findBytes(deps, file, stretch);
  if (stored) return stored;
  throw new AppError("unavailable", "The contents of this file are not available right now.", { retryAfter: 30 });
}

/** Like `readBytes`, but logs missing bytes and returns null. */
export async function findBytes(
  deps: Pick<Deps, "files" | "log">,
  file: Bytes,
  stretch?: ByteRange,
): Promise<StoredFile | null> {
  const places = [
    { key: blobKey(file.sha256, file.generation), stretch },
    // A staged object may extend past the end of the file.
    { key: stagedKey(file.generation), stretch: stretch ?? { offset: 0, length: file.size } },
  ];
  if (file.staged) places.reverse();
  for (const place of places) {
    const stored = await deps.files.get(place.key, place.stretch);
    if (stored) return stored;
  }
  deps.log.error("file.bytes_missing", { fileId: file.id, generation: file.generation });
  return null;
}
