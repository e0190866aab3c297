/** Languages of code blocks: found by the name in a fence, each loaded when it is first visible. */
import { LanguageDescription } from "@codemirror/language";
import { languages } from "@codemirror/language-data";
import type { Parser } from "@lezer/common";

/** Common names missing from the list. */
const ALIASES: Readonly<Record<string, string>> = {
  console: "shell",
  terminal: "shell",
  text: "",
  plain: "",
  mermaid: "",
  golang: "go",
};

const dashed = (name: string): string => name.toLowerCase().replaceAll(/\s+/g, "-");

/** The language in a fence: the first word, without attributes. */
export const languageName = (info: string): string => /^[^\s{,:]+/.exec(info.trim())?.[0] ?? "";

export function findLanguage(info: string): LanguageDescription | null {
  const name = languageName(info).toLowerCase();
  const known = ALIASES[name] ?? name;
  if (known === "") return null;
  return (
    LanguageDescription.matchLanguageName(languages, known, false) ??
    LanguageDescription.matchFilename(languages, `file.${known}`) ??
    languages.find((each) => dashed(each.name) === known) ??
    null
  );
}

/** Returns null if the language is unknown or failed to load: code is readable without colours. */
export async function loadParser(info: string): Promise<Parser | null> {
  try {
    return (await findLanguage(info)?.load())?.language.parser ?? null;
  } catch {
    return null;
  }
}

/** The parser, if already loaded. */
export const loadedParser = (info: string): Parser | null => findLanguage(info)?.support?.language.parser ?? null;

type LanguageChoice = { readonly label: string; readonly info: string };

/** The languages to choose from, with their names and the words for the fence. */
export const languageChoices = (): readonly LanguageChoice[] =>
  languages
    .map(({ name, alias, extensions }) => ({ label: name, info: fenceWord(name, alias, extensions) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));

/** The shortest common word: `ts` and `sh` rather than a name with spaces. */
function fenceWord(name: string, alias: readonly string[], extensions: readonly string[]): string {
  const lower = name.toLowerCase();
  if (/^[\w+#-]+$/.test(lower)) return lower;
  return [...alias, ...extensions].find((each) => /^[\w+#-]+$/.test(each)) ?? dashed(name);
}
