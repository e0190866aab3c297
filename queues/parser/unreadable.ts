/** What is wrong with a file that cannot be read, however often it is tried. */

/** The message is one sentence for the person who uploaded the file; `cause` keeps what a library said. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}
