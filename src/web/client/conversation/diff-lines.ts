/** The lines of a unified diff. */

export type DiffLine = { readonly kind: "same" | "added" | "removed" | "gap"; readonly text: string };

const KINDS = { "+": "added", "-": "removed", " ": "same" } as const;

const isSign = (sign: string): sign is keyof typeof KINDS => Object.hasOwn(KINDS, sign);

/** The headers of hunks become gaps, except the first, before which there is nothing to leave out. */
export function diffLines(diff: string): DiffLine[] {
  const lines = diff.replace(/\n$/, "").split("\n");
  const hunks = lines.findIndex((line) => line.startsWith("@@"));
  // Names of files may precede the first hunk.
  return lines.slice(hunks < 0 ? lines.length : hunks + 1).flatMap((line): DiffLine[] => {
    const sign = line.charAt(0);
    if (line.startsWith("@@")) return [{ kind: "gap", text: "" }];
    if (isSign(sign)) return [{ kind: KINDS[sign], text: line.slice(1) }];
    return line === "" ? [{ kind: "same", text: "" }] : [];
  });
}
