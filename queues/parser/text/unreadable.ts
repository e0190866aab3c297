/** The ways in which a document is past reading, in words for the person who uploaded it. */
import { Unreadable } from "../unreadable.ts";

export { Unreadable };

export const damaged = (cause?: unknown): Unreadable => new Unreadable("The file is damaged.", { cause });

export const locked = (what: "document" | "PDF", cause?: unknown): Unreadable =>
  new Unreadable(`The ${what} asks for a password.`, { cause });
