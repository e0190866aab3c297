/** A permanent error of a file that cannot be read. */

/** The message is one sentence for the user who uploaded the file; `cause` has the library's error. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}
