/** A user's avatar: upload, serve to any signed-in user, and remove. One object under a name that we generate. */
import { Buffer } from "node:buffer";
import type { Actor, Caller } from "../../kernel/caller.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { Job } from "../../kernel/job.ts";
import type { Deps } from "../../deps.ts";
import { guard } from "../../db/sql.ts";
import type { StoredFile } from "../../platform/file-bucket.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import { authorizeAccount } from "../../permissions/authorize-account.ts";
import type { Authorized } from "../../permissions/authorized.ts";
import { commit } from "../../commit/commit.ts";
import { imageExtension } from "./avatar-image.ts";
import * as store from "./store.ts";

/** Maximum size of an avatar, in bytes. */
export const AVATAR_BYTES = 5_000_000;

const keyOf = (userId: string, filename: string): string => `avatars/${userId}/${filename}`;
const addressOf = (userId: string, filename: string): string => `/api/avatar/${userId}/${filename}`;
/** The file name at the end of an avatar's URL path. */
const filenameOf = (address: string): string => address.slice(address.lastIndexOf("/") + 1);

/**
 * Replaces the avatar with the image that `read` returns, which is called only after the caller is authorized. The new
 * object is stored before the row names it, and the old one is deleted afterwards. Throws `unsupported_image`,
 * `payload_too_large`.
 */
export async function setAvatar(
  deps: Deps,
  caller: Caller,
  read: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<string> {
  const [allowed, account] = await authorizeAccount(deps, caller, "editProfile", [store.findAccount(caller)]);
  const before = account?.user.image ?? null;
  const { actor } = allowed;
  const { userId } = actor;
  const bytes = await read();
  if (bytes.length > AVATAR_BYTES) throw new AppError("payload_too_large", "A picture can be at most 5 MB.");
  const extension = imageExtension(bytes);
  if (extension === null) {
    throw new AppError(
      "unsupported_image",
      "Send a PNG, JPEG, GIF or WebP picture with at most 4096 pixels on either side.",
    );
  }
  // Never reuse a name, even for the same image: a delayed deletion must only hit the object it was meant for.
  const filename = `${Buffer.from(deps.random(8)).toString("hex")}.${extension}`;
  const image = addressOf(userId, filename);
  await deps.files.put(keyOf(userId, filename), bytes);
  await replace(deps, allowed, before, image).catch((error: unknown) => {
    deps.defer(() => discardAvatar(deps, userId, filename));
    throw error;
  });
  return image;
}

/** Succeeds even if there is no avatar. */
export async function removeAvatar(deps: Deps, caller: Caller): Promise<void> {
  const [allowed, account] = await authorizeAccount(deps, caller, "editProfile", [store.findAccount(caller)]);
  const before = account?.user.image ?? null;
  if (before !== null) await replace(deps, allowed, before, null);
}

async function replace(
  deps: Deps,
  allowed: Authorized<"account.editProfile", Actor>,
  before: string | null,
  after: string | null,
): Promise<void> {
  const { userId } = allowed.target;
  const old = before === after || before === null ? null : filenameOf(before);
  const jobs: Job[] = old === null ? [] : [{ id: deps.newId(), kind: "avatar.discard", userId, filename: old }];
  await commit(deps, allowed, {
    queries: [guard(store.imageIsUnchanged(userId, before)), store.setImage(userId, after, deps.now)],
    jobs,
  });
}

/** Queue job: deletes an object that no row names any more. */
export async function discardAvatar(deps: Pick<Deps, "db" | "files">, userId: string, filename: string): Promise<void> {
  const image = await deps.db.one(store.findImage(userId));
  if (image !== addressOf(userId, filename)) await deps.files.delete(keyOf(userId, filename));
}

/** The avatar named by a row; null if the object is missing. */
export async function openPicture(
  deps: Pick<Deps, "files">,
  userId: string,
  image: string,
): Promise<{ filename: string; stored: StoredFile } | null> {
  const filename = filenameOf(image);
  const stored = await deps.files.get(keyOf(userId, filename));
  return stored && { filename, stored };
}

type AvatarFile = {
  /** Changes with the content, because each image has its own name. */
  readonly version: string;
  readonly extension: string;
  readonly open: () => Promise<StoredFile>;
};

/** The user's avatar if `filename` is its current name, for any signed-in user; otherwise throws `not_found`. */
export async function getAvatar(deps: Deps, caller: Caller, userId: string, filename: string): Promise<AvatarFile> {
  const { results } = await authenticate(deps, caller, [store.findImage(userId)]);
  // The key is derived from the row: no other URL opens an object.
  if (results[0] === null || results[0] !== addressOf(userId, filename)) throw notFound("This picture");
  const [version = "", extension = ""] = filename.split(".");
  return {
    version,
    extension,
    async open() {
      const stored = await deps.files.get(keyOf(userId, filename));
      if (!stored) throw notFound("This picture");
      return stored;
    },
  };
}
