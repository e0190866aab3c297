/** The demo's suggestions for a page's text: simple rules, marked as its own. */

const TASK = /^Task \((\w+)\): /;
const TEXT = /\nThe text:\n<content-([0-9a-f]+)>\n([\s\S]*)\n<\/content-\1>$/;

export const MARK = "(Scripted demo, not a language model.)";

/** Null if the message does not ask for a suggestion. */
export function suggestionFor(message: string): string | null {
  const action = TASK.exec(message)?.[1];
  if (action === undefined) return null;
  const text = TEXT.exec(message)?.[2] ?? "";
  const suggest = RULES[action] ?? (() => "This demo can only rewrite, shorten, continue and outline.");
  return `${suggest(text)} ${MARK}`;
}

const RULES: Readonly<Record<string, (text: string) => string>> = {
  rewrite: tidied,
  shorten: firstHalf,
  translate: () => "This demo cannot translate.",
  continue: () => "This sentence continues the text.",
  outline: outlined,
};

/** Single spaces, and a capital at the start of each sentence. */
function tidied(text: string): string {
  return text
    .replaceAll(/(?<=\S)[ \t]{2,}/g, " ")
    .replaceAll(/(^|[.!?] )(\p{Ll})/gmu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .trim();
}

function firstHalf(text: string): string {
  const sentences = text.match(/[^.!?]+(?:[.!?]+|$)\s*/g) ?? [text];
  return sentences
    .slice(0, Math.ceil(sentences.length / 2))
    .join("")
    .trim();
}

/** A heading for each line. */
function outlined(text: string): string {
  const lines = text.split("\n").flatMap((line) => line.replace(/^[\s#>*+-]+/, "").trim() || []);
  return (lines.length === 0 ? ["Introduction", "Conclusion"] : lines)
    .map((line) => `## ${line.slice(0, 60)}`)
    .join("\n\n");
}
