/** FILE: text extracted from the file, written by processing alone. */
import { makeFormat } from "./format.ts";

export type FileText = { readonly text: string };

export const FILE = makeFormat<FileText>({
  keepsBreaks: false,
  parse: (text) => ({ text }),
  print: ({ text }) => text,
});
