/** The frame around every server-rendered page. */
import type { Child } from "hono/jsx";

export const Layout = ({ title, children }: { title: string; children?: Child }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title} · Octavo</title>
      <link rel="stylesheet" href="/assets/app.css" />
      <script type="module" src="/assets/app.js"></script>
    </head>
    <body>{children}</body>
  </html>
);
