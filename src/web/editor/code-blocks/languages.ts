/** Languages of code: found by the name a fence gives, each loaded when it is first on the screen. */
import { LanguageDescription } from "@codemirror/language";
import { languages } from "@codemirror/language-data";
import type { Parser } from "@lezer/common";

/** Names that people write and the list does not know. */
const ALIASES: Readonly<Record<string, string>> = {
  console: "shell",
  terminal: "shell",
  text: "",
  plain: "",
  mermaid: "",
  golang: "go",
};

const dashed = (name: string): string => name.toLowerCase().replaceAll(/\s+/g, "-");

/** What a fence says of its language: the first word, without attributes. */
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

/** Null where the language is not known or did not come: code is readable without colours. */
export async function loadParser(info: string): Promise<Parser | null> {
  try {
    return (await findLanguage(info)?.load())?.language.parser ?? null;
  } catch {
    return null;
  }
}

/** The parser where it is there already. */
export const loadedParser = (info: string): Parser | null => findLanguage(info)?.support?.language.parser ?? null;

type LanguageChoice = { readonly label: string; readonly info: string };

/** To choose from: each by its name, with the word that is written. */
export const languageChoices = (): readonly LanguageChoice[] =>
  languages
    .map(({ name, alias, extensions }) => ({ label: name, info: fenceWord(name, alias, extensions) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));

/** The shortest word people know: `ts` and `sh` rather than a name with spaces in it. */
function fenceWord(name: string, alias: readonly string[], extensions: readonly string[]): string {
  const lower = name.toLowerCase();
  if (/^[\w+#-]+$/.test(lower)) return lower;
  return [...alias, ...extensions].find((each) => /^[\w+#-]+$/.test(each)) ?? dashed(name);
}
