/** The pages a link that proves a new address leads to. */
import { Card, Layout } from "./layout.tsx";

type HiddenFields = { token: string; exp: string; sig: string; c: string };
type EmailProofProps = { email: string; name: string; current: string };

export const emailProofPage = ({ email, name, current }: EmailProofProps, hidden: HiddenFields) => (
  <Layout title="Confirm your address">
    <Card>
      <h1>Confirm your address</h1>
      <p>
        <strong class="address">{email}</strong> becomes the address that signs in to the account of{" "}
        <strong class="address">{name}</strong>, in place of {current}. Every other session of that account ends.
      </p>
      <p class="problem">If that account is not yours, close this page: nothing changes.</p>
      <form class="stack" method="post" action="/api/account/email/verify">
        {Object.entries(hidden).map(([field, value]) => (
          <input type="hidden" name={field} value={value} />
        ))}
        <button type="submit">Use this address</button>
      </form>
    </Card>
  </Layout>
);

export const emailProvenPage = (email: string) => (
  <Layout title="Address confirmed">
    <Card>
      <h1>Address confirmed</h1>
      <p>
        You sign in with <strong class="address">{email}</strong> from now on.
      </p>
      <p>
        <a href="/settings">Continue to your settings</a>
      </p>
    </Card>
  </Layout>
);

export const emailRefusedPage = () => (
  <Layout title="Link not valid">
    <Card>
      <h1>That link does not work</h1>
      <p>
        Nothing was changed. Links work once, for a day, and only the newest one. Ask for a new one in your settings.
      </p>
      <p>
        <a href="/settings">Go to your settings</a>
      </p>
    </Card>
  </Layout>
);
