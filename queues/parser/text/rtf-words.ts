/** Control words of Rich Text Format 1.9.1, by their meaning for text extraction. */
import type { ConversionChange } from "../../../src/formats/transfer/conversion-changes.ts";

/** Destinations without document text; others are marked by \* and skipped for that reason. */
export const SKIPPED = new Set(
  `fonttbl colortbl stylesheet info pict object objdata header headerl headerr headerf footer footerl footerr footerf
  listtable listoverridetable rsidtbl generator themedata colorschememapping datastore latentstyles fldinst xmlnstbl
  filetbl revtbl bkmkstart bkmkend nonshppict private xe tc template annotation atnid atnauthor`.split(/\s+/),
);
/** Destinations whose content a reader would have seen. */
export const REPORTED: Readonly<Record<string, ConversionChange>> = {
  pict: "pictures",
  object: "objects",
  header: "headersAndFooters",
  headerl: "headersAndFooters",
  headerr: "headersAndFooters",
  headerf: "headersAndFooters",
  footer: "headersAndFooters",
  footerl: "headersAndFooters",
  footerr: "headersAndFooters",
  footerf: "headersAndFooters",
  annotation: "comments",
  mmath: "formulaParts",
  fldinst: "fields",
  shptxt: "textBoxes",
  shppict: "pictures",
};
/** Destinations marked by \* that need handling. */
export const STARRED = new Set(["annotation", "mmath", "fldinst", "shptxt", "shppict"]);
export const STYLES = new Set(["b", "i", "ul", "strike"]);
export const CHARACTERS: Readonly<Record<string, string>> = {
  par: "\n",
  sect: "\n\n",
  page: "\n",
  line: "\n",
  row: "\n",
  nestrow: "\n",
  tab: "\t",
  cell: "\t",
  nestcell: "\t",
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  emspace: "\u2003",
  enspace: "\u2002",
  qmspace: "\u2005",
  zwj: "\u200d",
  zwnj: "\u200c",
};
