/** The Markdown of documents as a language of CodeMirror. */
import { defineLanguageFacet, Language, languageDataProp } from "@codemirror/language";
import { documentParserWith } from "../../formats/markdown/syntax.ts";

const data = defineLanguageFacet({ commentTokens: { block: { open: "<!--", close: "-->" } } });

/** `syntaxTree(state)` has the nodes that the syntax names; `Document` is the root. */
export const documentLanguage = new Language(
  data,
  documentParserWith({ props: [languageDataProp.add({ Document: data })] }),
  [],
  "document",
);
