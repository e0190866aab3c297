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
  | "It is packed by a method that is not known here."
  | "It is damaged."
  | "It is empty."
  | "It is too large."
  | "It is too large: a file may have at most # MB."
  | "It is too large: a page holds at most # bytes of text."
  | "Hidden files are not imported."
  | "Another file of the same name came first."
  | "It does not describe this archive."
  | "It is not a zip archive, or its end is missing."
  | "An archive in the archive is not one, or its end is missing."
  | "Archives in archives are opened # levels deep."
  | "Archives in archives are opened # levels deep, and # at most."
  | "The archives in this one are too large together: unpack the one that holds it."
  | "The archives in this one are too many or too large: unpack the one that holds it."
  // Of what becomes of it.
  | "It would lie too deep."
  | "It and what is in it would lie too deep."
  | "The same table with all its rows and columns is imported."
  | "Its front matter could not be read: it is kept as text."
  | "Links that lead to no file in the archive: #, such as #"
  | "Line breaks inside of its fields became spaces."
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
  | "It is no text that a page can hold: it is kept as a file."
  | "No text was found in it: it is kept as a file."
  | "With links to pages it would have more than # bytes: it keeps its own."
  | "Your storage has no room left for it."
  // Of an export of ours that is imported.
  | "The export is too large for what it says of its pages: they follow from the names of its files."
  | "Messages stay with those who wrote them; they are not imported."
  | "Its file is not in the archive: its text is a document."
  | "Its agent had tools that there are none of here."
  | "The archive should hold it and does not."
  | "It is not the file that was exported."
  // Of an export.
  | "You may not see it any more, or it is in the trash or deleted."
  | "Its bytes are lost.";
