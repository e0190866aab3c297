/**
 * A browser loads a single language: the messages of each area are replaced by those of that language at build time.
 */
import { basename, join } from "node:path";
import type { Plugin } from "vite";
import type { Language } from "../../src/kernel/preferences.ts";
import { root } from "../commands.ts";

const folder = join(root, "src/words");

const languageModule = join(folder, "language.ts");

/** The only export of that module that browser code uses. */
const fixed = (language: Language): string => `export const currentLanguage = () => "${language}";`;

export const oneLanguage = (language: Language): Plugin => ({
  name: "one-language",
  enforce: "pre",
  transform(source, id) {
    if (id === languageModule) return { code: fixed(language), map: null };
    if (!id.startsWith(folder) || !source.includes("= byLanguage({")) return null;
    return { code: `export * as words from "./${language}/${basename(id)}";`, map: null };
  },
});
