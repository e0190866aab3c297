/**
 * One area's messages in the current language. English is the type: a language in which one is missing does not compile.
 * The build for browsers puts the messages of one language in place of this (`scripts/build/one-language.ts`).
 */
import type { Language } from "../kernel/preferences.ts";
import { currentLanguage } from "./language.ts";

type Same<English> = { readonly [Name in keyof English]: English[Name] extends string ? string : English[Name] };

export function byLanguage<English extends object>(
  languages: { readonly en: English } & Readonly<Record<Language, Same<English>>>,
): Same<English> {
  return new Proxy<Same<English>>(languages.en, {
    get: (_, name): unknown => Reflect.get(languages[currentLanguage()], name),
  });
}
