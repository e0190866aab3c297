/** The page between a sign-in link and a session, for links that something other than a person may have opened. */
import { Card, Layout } from "./layout.tsx";

type HiddenFields = { token: string; exp: string; sig: string; next: string; c: string };

export const confirmPage = (email: string, hidden: HiddenFields) => (
  <Layout title="Sign in">
    <Card>
      <h1>Sign in as {email}?</h1>
      <p>This link was made for that address. If you did not ask for it, close this page.</p>
      <form class="stack" method="post" action="/api/auth/magic-link/verify">
        {Object.entries(hidden).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <button type="submit">Sign in</button>
      </form>
    </Card>
  </Layout>
);
