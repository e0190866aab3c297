/** Forms of a word by number, as each language counts (Intl.PluralRules). */
import { currentLanguage } from "./language.ts";

type Forms = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

const rules = new Map<string, Intl.PluralRules>();

/** The form for `count`; `#` in it stands for the number. */
export function plural(count: number, forms: Forms): string {
  const language = currentLanguage();
  const rule = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, rule);
  return (forms[rule.select(count)] ?? forms.other).replace("#", count.toLocaleString(language));
}
