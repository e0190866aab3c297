/** The language and appearance of what is rendered now: the document's in a browser, each request's on the Worker. */
import { type Appearance, type Language, type DisplaySettings, toLanguage } from "../kernel/preferences.ts";

type Page = { document?: { documentElement: { lang: string } } };

// One module serves both, and the Worker has no document.
const ownLanguage = toLanguage((globalThis as Page).document?.documentElement.lang) ?? "en";
let current: DisplaySettings = { language: ownLanguage, appearance: "system" };

export const currentLanguage = (): Language => current.language;
export const currentAppearance = (): Appearance => current.appearance;

/** `render` must not wait for anything: meanwhile other requests would speak its language. */
export function withDisplaySettings<Rendered>(display: DisplaySettings, render: () => Rendered): Rendered {
  const before = current;
  current = display;
  try {
    return render();
  } finally {
    current = before;
  }
}

/** As `withDisplaySettings`, for what is sent to somebody: in English where no language is known. */
export const inLanguage = <Rendered>(language: Language | null, render: () => Rendered): Rendered =>
  withDisplaySettings({ language: language ?? "en", appearance: "system" }, render);
