/** Why a document cannot be read, in words for the user who uploaded it. */
import { Unreadable } from "../unreadable.ts";

export { Unreadable };

export const damaged = (cause?: unknown): Unreadable => new Unreadable("The file is damaged.", { cause });

export const locked = (what: "document" | "PDF", cause?: unknown): Unreadable =>
  new Unreadable(`The ${what} is password-protected.`, { cause });
