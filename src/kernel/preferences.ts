/** Language and appearance preferences. */

export const LANGUAGES = ["en", "de", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

export const DIRECTIONS: Readonly<Record<Language, "ltr" | "rtl">> = { en: "ltr", de: "ltr", ar: "rtl" };

export const APPEARANCES = ["system", "light", "dark"] as const;
export type Appearance = (typeof APPEARANCES)[number];

/** Without a language, the browser's applies. */
export type Preferences = { readonly language: Language | null; readonly appearance: Appearance };

/** Language and appearance of one response. */
export type DisplaySettings = { readonly language: Language; readonly appearance: Appearance };

const isLanguage = (text: string): text is Language => LANGUAGES.some((each) => each === text);
const isAppearance = (text: string): text is Appearance => APPEARANCES.some((each) => each === text);

export const toLanguage = (text: string | undefined): Language | null =>
  text !== undefined && isLanguage(text) ? text : null;
export const toAppearance = (text: string | undefined): Appearance =>
  text !== undefined && isAppearance(text) ? text : "system";

/** The supported language with the highest weight in an Accept-Language header (RFC 9110 §12.5.4). */
export function acceptedLanguage(header: string | undefined): Language {
  const ranges = (header ?? "")
    .slice(0, 500)
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.trim().toLowerCase().split(";");
      const weight = parameters.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find((each) => each !== undefined);
      return { language: toLanguage(tag.split("-")[0]), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return ranges.find(({ language }) => language !== null)?.language ?? "en";
}
