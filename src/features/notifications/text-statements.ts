/**
 * Notification texts in the recipient's language. Only the database knows that language, and the names in the text,
 * when the batch runs.
 */
import { type Language, LANGUAGES } from "../../kernel/preferences.ts";
import { sql, type SQL } from "../../db/sql.ts";
import { inLanguage } from "../../words/language.ts";
import { words } from "../../words/notification.ts";

/** A literal text, an SQL expression, or a function of the recipient's language, which is a nullable column. */
export type Text = string | SQL | ((language: SQL) => SQL);

export const textFor = (text: Text, language: SQL): SQL => (typeof text === "function" ? text(language) : sql`${text}`);

/** A sentence from the catalog; `{name}` placeholders are replaced by the values of that name. */
export const inLanguageOf =
  (sentence: keyof typeof words, values: Readonly<Record<string, Text>> = {}): ((language: SQL) => SQL) =>
  (language) => {
    const filled = (each: Language): SQL =>
      fillIn(
        inLanguage(each, () => words[sentence]),
        values,
        language,
      );
    const branches = LANGUAGES.filter((each) => each !== "en")
      .map((each) => sql`when ${each} then ${filled(each)}`)
      .reduce((before, branch) => sql`${before} ${branch}`);
    return sql`case ${language} ${branches} else ${filled("en")} end`;
  };

function fillIn(sentence: string, values: Readonly<Record<string, Text>>, language: SQL): SQL {
  // Every other part is a placeholder name.
  const parts = sentence.split(/\{(\w+)\}/).map((part, i) => {
    if (i % 2 === 0) return part === "" ? null : sql`${part}`;
    const value = values[part];
    if (value === undefined) throw new Error(`Nothing is said for “${part}”.`);
    return textFor(value, language);
  });
  return parts.filter((part) => part !== null).reduce((text, part) => sql`${text} || ${part}`);
}
