/** Inserts a view that was fetched alone into a document that was fetched whole, both printed by the service. */

const MAIN = /<main[\s>][\s\S]*<\/main>/;
const TITLE = /<title>[\s\S]*?<\/title>/;

/** Returns null if either contains no view, or if they come from different deployments. */
export function compose(whole: string, view: string): string | null {
  const [main, title] = [MAIN.exec(view)?.[0], TITLE.exec(view)?.[0] ?? ""];
  const before = MAIN.exec(whole)?.[0];
  if (main === undefined || before === undefined || clientOf(main) !== clientOf(before)) return null;
  // Replacer functions, so that `$` in the text is literal.
  return whole.replace(MAIN, () => main).replace(TITLE, () => title);
}

/** The script that the view belongs to, as printed by pages/shell.tsx. */
const clientOf = (main: string): string | undefined => /\sdata-client="([^"]*)"/.exec(main)?.[1];
