/** The beginning of a page's text as plain words, to tell pages apart by. */

export function excerptOf(content: string, most: number): string {
  const words = content
    // A picture says nothing here; a link says what it is called.
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^\s*(?:[-*+]\s+)?\[[ xX]\]\s/gm, " ")
    .replaceAll(/^\s*[-+]\s/gm, " ")
    .replaceAll(/[*`~=]+|(?<!\w)_+|_+(?!\w)/g, "")
    .replaceAll(/[#>|[\]]+/g, " ")
    .trim()
    .replaceAll(/\s+/g, " ");
  const characters = Array.from(words);
  return characters.length <= most ? words : `${characters.slice(0, most).join("").trimEnd()}…`;
}
