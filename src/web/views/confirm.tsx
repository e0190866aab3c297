/** The page between a sign-in link and a session, for links that may have been opened automatically. */
import { Card, Layout } from "./layout.tsx";
import { words } from "../../words/signin.ts";

type HiddenFields = { token: string; exp: string; sig: string; next: string; c: string };

export const confirmPage = (email: string, hidden: HiddenFields) => (
  <Layout title={words.signIn}>
    <Card>
      <h1>{words.signInAs(email)}</h1>
      <p>{words.linkMadeFor}</p>
      <form class="stack" method="post" action="/api/auth/magic-link/verify">
        {Object.entries(hidden).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <button type="submit">{words.signIn}</button>
      </form>
    </Card>
  </Layout>
);
