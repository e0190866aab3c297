/** A sheet's settings, as changes to the settings line of its text that replace only the affected words. */
import type { ChangeSpec, Text } from "@codemirror/state";
import { isSettings, SETTINGS_MARK } from "../../../formats/sheet/settings-line.ts";
import { NO_SETTINGS, readSettings, type SettingsEdit, type SheetSettings } from "../../../formats/sheet/settings.ts";

type Line = { readonly from: number; readonly text: string };

/** All settings lines, wherever they are: a tool may have written below them. */
function linesOf(doc: Text): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const text of doc.iterLines()) {
    if (text.startsWith("#") && isSettings(text)) lines.push({ from, text });
    from += text.length + 1;
  }
  return lines;
}

/** `own` contains the user's private words, which take precedence. */
export function settingsOf(doc: Text, own = ""): SheetSettings {
  const lines = linesOf(doc);
  return lines.length === 0 && own === "" ? NO_SETTINGS : readSettings([...lines.map(({ text }) => text), own]);
}

export const editedWords = (words: string, { edit, added }: SettingsEdit): string =>
  [...words.split(" ").flatMap((word) => (word === "" ? [] : edit(word))), ...added].join(" ");

export function settingsChanges(doc: Text, { edit, added }: SettingsEdit): ChangeSpec[] {
  const lines = linesOf(doc);
  const last = lines.at(-1);
  const words = added.map((word) => ` ${word}`).join("");
  if (!last) return words === "" ? [] : [{ from: doc.length, insert: `\n${SETTINGS_MARK}${words}` }];
  const changes = lines.flatMap(({ from, text }) => {
    let at = from + SETTINGS_MARK.length;
    return text
      .slice(SETTINGS_MARK.length)
      .split(/(?= )/)
      .flatMap((spaced): ChangeSpec[] => {
        const [start, word] = [at, spaced.trim()];
        at += spaced.length;
        if (word === "") return [];
        const now = edit(word);
        const isSame = now.length === 1 && now[0] === word;
        return isSame ? [] : [{ from: start, to: at, insert: now.map((each) => ` ${each}`).join("") }];
      });
  });
  return words === "" ? changes : [...changes, { from: last.from + last.text.length, insert: words }];
}
