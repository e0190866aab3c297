/** The Markdown of documents as a CodeMirror language. */
import { defineLanguageFacet, Language, languageDataProp } from "@codemirror/language";
import { documentParserWith } from "../../../formats/markdown/syntax.ts";

const data = defineLanguageFacet({ commentTokens: { block: { open: "<!--", close: "-->" } } });

/** `syntaxTree(state)` contains the nodes defined by the syntax; `Document` is the root. */
export const documentLanguage = new Language(
  data,
  documentParserWith({ props: [languageDataProp.add({ Document: data })] }),
  [],
  "document",
);
