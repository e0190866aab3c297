/** Lists too long for one parameter. */

/** Maximum characters per statement parameter: well below D1's limit of 2 MB. */
const LIST_LENGTH = 500_000;

/** `rows` are JSON; returns JSON arrays of them, in order. */
export function chunked(rows: readonly string[]): string[] {
  const chunks: string[][] = [];
  let length = Infinity;
  for (const row of rows) {
    if (length + row.length > LIST_LENGTH) {
      chunks.push([]);
      length = 0;
    }
    chunks.at(-1)?.push(row);
    length += row.length + 1;
  }
  return chunks.map((chunk) => `[${chunk.join(",")}]`);
}
