/** English: why an import or export left something out, as the service words it. */
import type { CONVERSION_CHANGES, ConversionChange } from "../../formats/transfer/conversion-changes.ts";

export const say = (reason: string): string => reason;

/** What is told of single entries, beside the refusals. */
export type Reason =
  // Of a document that is read as Markdown.
  | (typeof CONVERSION_CHANGES)[ConversionChange]
  // Of an archive that is read.
  | "Its path leads out of the archive."
  | "Its path is too long."
  | "Its name is not valid UTF-8."
  | "It is a link to another file, not a file."
  | "It is encrypted."
  | "It uses an unsupported compression method."
  | "It is damaged."
  | "It is empty."
  | "It is too large."
  | "It is too large: a file can be at most # MB."
  | "It is too large: a page can contain at most # bytes of text."
  | "Hidden files are not imported."
  | "The archive contains another file with the same name."
  | "It does not describe this archive."
  | "It is not a zip archive, or its end is missing."
  | "A nested archive is not a zip archive, or its end is missing."
  | "Nested archives are opened up to # levels deep."
  | "Nested archives are opened up to # levels deep, and at most # of them."
  | "The archives nested in this one are too large in total: unpack the archive that contains it."
  | "There are too many archives nested in this one, or they are too large: unpack the archive that contains it."
  // Of what becomes of it.
  | "It would be nested too deep."
  | "It and its contents would be nested too deep."
  | "The same table with all its rows and columns is imported."
  | "Its front matter could not be read: it is kept as text."
  | "Links without a matching file in the archive: #, such as #"
  | "Line breaks in its fields became spaces."
  | "Read with semicolons as separators."
  | "Read with semicolons as separators and commas as decimal marks."
  | "Read with semicolons as separators and both points and commas as decimal marks."
  | "Read with tabs as separators."
  | "Read with tabs as separators and commas as decimal marks."
  | "Read with tabs as separators and both points and commas as decimal marks."
  | "Read with vertical bars as separators."
  | "Read with vertical bars as separators and commas as decimal marks."
  | "Read with vertical bars as separators and both points and commas as decimal marks."
  | "Read with commas as separators and commas as decimal marks."
  | "Read with commas as separators and both points and commas as decimal marks."
  | "Read as UTF-16."
  | "Read as Windows-1252."
  | "It is unclear whether points or commas are decimal marks. Numbers kept as text: #."
  | "It is not text in UTF-8 or UTF-16."
  | "Its text cannot be stored in a page: it is kept as a file."
  | "No text was found in it: it is kept as a file."
  | "With links to pages it would exceed # bytes: it keeps its original links."
  | "There is not enough space left in your storage for it."
  // Of an export of ours that is imported.
  | "The export is too large to use its page data: its pages are created from the names of its files."
  | "Messages are not imported, because they belong to the people who wrote them."
  | "Its file is missing from the archive: its text is imported as a document."
  | "Its agent used tools that are not available here."
  | "It is missing from the archive."
  | "It is not the file that was exported."
  // Of an export.
  | "You no longer have access to it, or it was trashed or deleted."
  | "Its content was lost.";
