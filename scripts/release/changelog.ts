/** Semantic versions and the changelog's sections. Pure. */
export const STEPS = ["major", "minor", "patch"] as const;
export type Step = (typeof STEPS)[number];

const UNRELEASED = "## Unreleased";

/** The version after this one. Throws for anything but three numbers. */
export function nextVersion(version: string, step: Step): string {
  const numbers = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);
  if (!numbers) throw new Error(`${version} is not a version of three numbers.`);
  const at = STEPS.indexOf(step);
  return numbers.map((number, i) => (i < at ? number : i === at ? number + 1 : 0)).join(".");
}

/**
 * Turns the section "Unreleased" into this version's and starts a new one. Returns the new text and the section's own lines,
 * without its heading. Throws if the section is missing or empty.
 */
export function releaseChangelog(text: string, version: string, date: string): { text: string; notes: string } {
  const start = text.indexOf(`${UNRELEASED}\n`);
  if (start < 0) throw new Error(`CHANGELOG.md has no section "${UNRELEASED}".`);
  const bodyStart = start + UNRELEASED.length;
  const next = text.indexOf("\n## ", bodyStart);
  const notes = text.slice(bodyStart, next < 0 ? undefined : next).trim();
  if (notes === "") throw new Error('The section "Unreleased" of CHANGELOG.md is empty: there is nothing to release.');
  return {
    text: `${text.slice(0, bodyStart)}\n\n## ${version} - ${date}${text.slice(bodyStart)}`,
    notes,
  };
}

/** Replaces the version in package.json or package-lock.json; every other byte stays. */
export function withVersion(json: string, from: string, to: string): string {
  // The lock file has the project's version twice: at its top, and in the package with the empty path.
  const own = new RegExp(`("name": "octavo",\\s+"version": )"${from.replaceAll(".", "\\.")}"`, "g");
  const changed = json.replace(own, `$1"${to}"`);
  if (changed === json) throw new Error(`The version ${from} was not found in package.json or package-lock.json.`);
  return changed;
}
