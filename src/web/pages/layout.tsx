/** The frame around every server-rendered page. */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";

type Frame = {
  title: string;
  /** Where a page that only leads on goes; it needs no script. */
  refresh?: string;
  children?: Child;
};

export const Layout = ({ title, refresh, children }: Frame) => (
  <>
    {raw("<!doctype html>")}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {refresh !== undefined && <meta http-equiv="refresh" content={`0; url=${refresh}`} />}
        <title>{`${title} · Octavo`}</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/app.css" />
        {refresh === undefined && (
          <>
            <script src="/assets/early.js"></script>
            <script type="module" src="/assets/app.js"></script>
          </>
        )}
      </head>
      <body>
        {children}
        <LiveRegions />
      </body>
    </html>
  </>
);

/** Where the script puts what has happened, for eyes and for screen readers. */
export const LiveRegions = () => (
  <>
    <div class="notices" role="status"></div>
    <div class="notices" role="alert"></div>
  </>
);

export const Wordmark = ({ href }: { href: string }) => (
  <a class="wordmark" href={href} aria-label="Octavo, home">
    Octavo
  </a>
);

/** A page with one thing on it. */
export const Card = ({ view, children }: { view?: string; children?: Child }) => (
  <main class="card" data-view={view}>
    <Wordmark href="/" />
    {children}
  </main>
);
