/** A browser loads one language: each area's messages become those of that language, as if nothing else were there. */
import { basename, join } from "node:path";
import type { Plugin } from "vite";
import type { Language } from "../src/kernel/preferences.ts";
import { root } from "./commands.ts";

const folder = join(root, "src/web/messages");

const languageModule = join(folder, "language.ts");

/** All that the browser's part asks of that module. */
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
