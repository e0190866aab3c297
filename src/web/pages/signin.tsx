/** Where a person asks for a sign-in link, and the page that leads on once it was opened. */
import { Card, Layout } from "./layout.tsx";
import { ProviderButtons, type ProviderIssuers } from "./signin-providers.tsx";

/** Codes a sign-in can come back with, as sentences. */
const PROBLEMS: Readonly<Record<string, string>> = {
  link_invalid: "That link does not work any more. Links work once, for ten minutes. Ask for a new one here.",
  access_denied: "The sign-in was called off. Nothing has changed.",
  state_invalid: "That sign-in was not begun in this browser, or took longer than ten minutes. Try again.",
  email_unverified: "The provider has not verified your e-mail address, so it cannot sign you in here.",
  provider_unavailable: "The provider cannot be reached just now. Try again shortly, or ask for a link.",
  account_suspended: "This account is suspended. Ask an administrator of this service about it.",
};

type SignIn = {
  next: string;
  error: string | null;
  again: boolean;
  development: boolean;
  providers: ProviderIssuers;
};

export const signInPage = ({ next, error, again, development, providers }: SignIn) => (
  <Layout title="Sign in">
    <Card view="signin">
      <p class="muted tagline">Where people and agents write the same page.</p>
      <h1>Sign in</h1>
      {error !== null && (
        <p class="problem" data-problem>
          {PROBLEMS[error] ?? "Signing in did not work. Try again."}
        </p>
      )}
      {again && <p class="hint">What you are about to do asks for a sign-in of the last ten minutes.</p>}
      <form class="stack" data-next={next}>
        <label for="email">E-mail address</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username webauthn"
          required
          maxlength={320}
          autofocus
        />
        <button type="submit">Send me a link</button>
        <p class="muted">No password: we mail you a link that signs you in. The first one makes your account.</p>
        <noscript>
          <p class="problem">Octavo needs JavaScript, which is switched off in this browser.</p>
        </noscript>
      </form>
      <div class="stack" data-passkey hidden>
        <button type="button" class="quiet">
          Sign in with a passkey
        </button>
      </div>
      <ProviderButtons {...providers} />
      <div data-sent tabindex={-1} hidden>
        <p class="lead">
          Look into your mail. If <strong data-address></strong> can sign in here, a link is on its way. It works once,
          for ten minutes.
        </p>
        {development && (
          <p class="hint">
            This is a development server: no mail is sent. The link is in the console that runs <code>npm run dev</code>
            .
          </p>
        )}
        <button type="button" class="quiet" data-again>
          Use another address
        </button>
      </div>
    </Card>
  </Layout>
);

export const continuePage = (next: string) => (
  <Layout title="Signing in" refresh={next}>
    <Card>
      <h1>One moment</h1>
      <p>
        <a href={next}>Continue to Octavo</a>
      </p>
    </Card>
  </Layout>
);
