/**
 * What the browser's files are called: `scripts/build/web.ts` writes the module (`imports` in package.json), with which the
 * Worker is bundled. So a Worker names the files it was deployed with, and asks nobody for them.
 */
import type { Language } from "../kernel/preferences.ts";

/** The script that runs before the page is shown. */
export const early: string;
export const styles: string;
/** Loaded in addition by the administration pages. */
export const adminStyles: string;
/** A browser loads those of its page's language. */
export const scripts: Readonly<Record<Language, Scripts>>;

type Scripts = {
  /** The module every page loads, and then what that imports. */
  readonly main: readonly string[];
  /** What is loaded later, by the name of its module in `src/web` (`client/page/page`): its file and what that imports. */
  readonly modules: Readonly<Record<string, readonly string[]>>;
};
