/** The sentence of an error in a filter, in the reader's language. */
import type { QueryFault } from "../../../formats/query/faults.ts";
import { words } from "../../../words/query-faults.ts";

export function faultSentence({ code, place, details }: QueryFault): string {
  const sentence = words.sentences[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => details[name] ?? "");
  if (place === null) return sentence;
  if (place === "end") return words.atEnd(sentence);
  return "character" in place
    ? words.atCharacter(place.character, sentence)
    : words.inCondition(place.condition, sentence);
}
