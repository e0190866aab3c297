/** The pages behind a sign-up link. */
import { Card, Layout } from "./layout.tsx";
import { words } from "../../words/invitation.ts";

export const joinPage = (inviter: string, token: string) => (
  <Layout title={words.title}>
    <Card>
      <h1>{words.toInstance(inviter)}</h1>
      <p>{words.toInstanceHint}</p>
      <form class="stack" method="post" action="/join">
        <input type="hidden" name="token" value={token} />
        <button type="submit">{words.goToSignIn}</button>
      </form>
    </Card>
  </Layout>
);

export const joinOverPage = () => (
  <Layout title={words.title}>
    <Card>
      <h1>{words.overTitle}</h1>
      <p>{words.linkOver}</p>
      <p class="actions">
        <a class="button" href="/signin">
          {words.goToSignIn}
        </a>
      </p>
    </Card>
  </Layout>
);
