/** Where a person asks for a sign-in link, and the page that leads on once it was opened. */
import { Card, Layout } from "./layout.tsx";
import { ProviderButtons, type ProviderIssuers } from "./signin-providers.tsx";
import { words } from "../../words/signin.ts";

/** Codes a sign-in can come back with, as sentences. */
const PROBLEMS: Readonly<Record<string, () => string>> = {
  link_invalid: () => words.linkInvalid,
  access_denied: () => words.accessDenied,
  state_invalid: () => words.stateInvalid,
  email_unverified: () => words.emailUnverified,
  provider_unavailable: () => words.providerUnavailable,
  account_suspended: () => words.accountSuspended,
};

type SignIn = {
  next: string;
  error: string | null;
  again: boolean;
  development: boolean;
  providers: ProviderIssuers;
};

export const signInPage = ({ next, error, again, development, providers }: SignIn) => (
  <Layout title={words.signIn} modules={["client/sign-in/sign-in"]}>
    <Card view="signin">
      <p class="muted tagline">{words.tagline}</p>
      <h1>{words.signIn}</h1>
      {error !== null && (
        <p class="problem" data-problem>
          {PROBLEMS[error]?.() ?? words.signInFailed}
        </p>
      )}
      {again && <p class="hint">{words.againHint}</p>}
      <form class="stack" data-next={next}>
        <label for="email">{words.emailAddress}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username webauthn"
          required
          maxlength={320}
          autofocus
        />
        <button type="submit">{words.sendLink}</button>
        <p class="muted">{words.noPassword}</p>
        <noscript>
          <p class="problem">{words.needsScript}</p>
        </noscript>
      </form>
      <div class="stack" data-passkey hidden>
        <button type="button" class="quiet outlined">
          {words.withPasskey}
        </button>
      </div>
      <ProviderButtons {...providers} />
      <div data-sent tabindex={-1} hidden>
        <p class="lead">{words.lookIntoMail(<strong data-address></strong>)}</p>
        {development && <p class="hint">{words.developmentServer(<code>npm run dev</code>)}</p>}
        <button type="button" class="quiet" data-again>
          {words.anotherAddress}
        </button>
      </div>
    </Card>
  </Layout>
);

export const continuePage = (next: string) => (
  <Layout title={words.signingIn} refresh={next}>
    <Card>
      <h1>{words.oneMoment}</h1>
      <p>
        <a href={next}>{words.continueToOctavo}</a>
      </p>
    </Card>
  </Layout>
);
