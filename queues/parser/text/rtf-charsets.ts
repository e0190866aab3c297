/** Maps RTF's encodings to TextDecoder names (RTF 1.9.1, "Character Set" and "Font Table"). */

/** By Windows charset number; 0 and 1 specify no encoding. */
const CHARSETS: Readonly<Record<number, string>> = {
  77: "macintosh",
  128: "shift_jis",
  129: "euc-kr",
  134: "gb18030",
  136: "big5",
  161: "windows-1253",
  162: "windows-1254",
  163: "windows-1258",
  177: "windows-1255",
  178: "windows-1256",
  186: "windows-1257",
  204: "windows-1251",
  222: "windows-874",
  238: "windows-1250",
};

const CODE_PAGES: Readonly<Record<number, string>> = {
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gb18030",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
  54936: "gb18030",
  65001: "utf-8",
};

/** Null if the charset specifies no encoding, so that the document's own applies. */
export const encodingOfCharset = (charset: number): string | null => CHARSETS[charset] ?? null;

export const encodingOfCodePage = (page: number): string =>
  CODE_PAGES[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : "windows-1252");

/** DOS code pages are not supported, but their ASCII part is. */
export const codePageOf = (word: "mac" | "pc" | "pca"): string => (word === "mac" ? "macintosh" : "windows-1252");
