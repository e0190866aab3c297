/** The HTML document around every server-rendered page. */
import type { ComponentChildren } from "preact";
import * as files from "#client-files";
import { DIRECTIONS } from "../../kernel/preferences.ts";
import { currentAppearance, currentLanguage } from "../../words/language.ts";
import { tabTitle } from "../shared/tab-title.ts";
import { Wordmark } from "../shared/sidebar/bar.tsx";

type Frame = {
  title: string;
  icon?: string | null;
  /** Redirect target of an interstitial page; works without scripts. */
  refresh?: string;
  /** Browser modules that the page will load, such as `client/sign-in/sign-in`. */
  modules?: readonly string[];
  /** Modules that it needs once it is interactive. */
  later?: readonly string[];
  /** The CSP nonce for style sheets of the editor and, in development, for those that Vite adds: it looks for this property. */
  styleNonce?: string | null;
  children?: ComponentChildren;
};

export const Layout = ({ title, icon = null, refresh, modules = [], later = [], styleNonce, children }: Frame) => (
  <html {...rootAttributes()}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {refresh !== undefined && <meta http-equiv="refresh" content={`0; url=${refresh}`} />}
      {typeof styleNonce === "string" && <meta property="csp-nonce" nonce={styleNonce} />}
      <title>{tabTitle(title, icon)}</title>
      <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      <link rel="manifest" href="/assets/app.webmanifest" />
      <link rel="stylesheet" href={files.styles} />
      {refresh === undefined && (
        <>
          <script src={files.early}></script>
          <script type="module" src={scripts().main[0]}></script>
          <Preloads modules={modules} later={later} />
        </>
      )}
    </head>
    <body>
      {children}
      <LiveRegions />
    </body>
  </html>
);

/** The appearance is applied by the style sheet; without one, the system's setting is used. */
export const rootAttributes = () => ({
  lang: currentLanguage(),
  dir: DIRECTIONS[currentLanguage()],
  "data-appearance": currentAppearance(),
});

export const scripts = () => files.scripts[currentLanguage()];

type PreloadsProps = { modules: readonly string[]; later?: readonly string[] };

/**
 * Preloads scripts before the modules that import them have arrived, at low priority, so that visible content comes
 * first.
 */
export const Preloads = ({ modules, later = [] }: PreloadsProps) => (
  <>
    {[...new Set([...scripts().main.slice(1), ...filesOf([...modules, ...later])])].map((href) =>
      href.endsWith(".css") ? (
        <link rel="stylesheet" href={href} />
      ) : (
        <link rel="modulepreload" href={href} fetchpriority="low" />
      ),
    )}
  </>
);

const filesOf = (modules: readonly string[]): string[] => modules.flatMap((name) => scripts().modules[name] ?? []);

/** Where scripts announce events, visually and to screen readers. */
const LiveRegions = () => (
  <>
    <div class="notices" role="status"></div>
    <div class="notices" role="alert"></div>
  </>
);

/** A page with a single card. */
export const Card = ({ view, children }: { view?: string; children?: ComponentChildren }) => (
  <main class="single" data-view={view}>
    <Wordmark href="/" />
    {children}
  </main>
);
