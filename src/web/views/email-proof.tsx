/** The pages behind a link that confirms a new email address. */
import { Card, Layout } from "./layout.tsx";
import { words } from "../../words/signin.ts";

type HiddenFields = { token: string; exp: string; sig: string; c: string };
type EmailProofProps = { email: string; name: string; current: string };

export const emailProofPage = ({ email, name, current }: EmailProofProps, hidden: HiddenFields) => (
  <Layout title={words.confirmAddress}>
    <Card>
      <h1>{words.confirmAddress}</h1>
      <p>
        {words.addressMoves(<strong class="address">{email}</strong>, <strong class="address">{name}</strong>, current)}
      </p>
      <p class="problem">{words.notYourAccount}</p>
      <form class="stack" method="post" action="/api/account/email/verify">
        {Object.entries(hidden).map(([field, value]) => (
          <input type="hidden" name={field} value={value} />
        ))}
        <button type="submit">{words.useAddress}</button>
      </form>
    </Card>
  </Layout>
);

export const emailProvenPage = (email: string) => (
  <Layout title={words.addressConfirmed}>
    <Card>
      <h1>{words.addressConfirmed}</h1>
      <p>{words.signInFromNow(<strong class="address">{email}</strong>)}</p>
      <p>
        <a href="/settings">{words.continueToSettings}</a>
      </p>
    </Card>
  </Layout>
);

export const emailRefusedPage = () => (
  <Layout title={words.linkNotValid}>
    <Card>
      <h1>{words.linkDoesNotWork}</h1>
      <p>{words.nothingChanged}</p>
      <p>
        <a href="/settings">{words.goToSettings}</a>
      </p>
    </Card>
  </Layout>
);
