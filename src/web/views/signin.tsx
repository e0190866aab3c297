/** Where a person asks for a sign-in link, and the page that leads on once it was opened. */
import type { SignUpPolicy, SignUpRefusal } from "../../kernel/sign-up.ts";
import { currentLanguage } from "../../words/language.ts";
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
  sendsMail: boolean;
  providers: ProviderIssuers;
  signUp: SignUpPolicy;
  /** The browser has opened a sign-up link. */
  isInvited: boolean;
};

const listOf = (domains: readonly string[]): string => new Intl.ListFormat(currentLanguage()).format(domains);

/** Who can create an account, in one sentence; null if everybody can. */
function policySentence(policy: SignUpPolicy): string | null {
  switch (policy.kind) {
    case "open":
      return null;
    case "invited":
      return words.newByInvitation;
    case "domains":
      return words.newAtDomains(listOf(policy.domains));
    case "closed":
      return words.newNever;
  }
}

const isSignUpRefusal = (error: string | null): error is SignUpRefusal =>
  error === "sign_up_refused" || error === "sign_ups_full";

function refusalSentence(refusal: SignUpRefusal, policy: SignUpPolicy): string {
  if (refusal === "sign_ups_full") return words.cannotSignUpFull;
  if (policy.kind === "domains") return words.cannotSignUpDomains(listOf(policy.domains));
  return policy.kind === "closed" ? words.cannotSignUpClosed : words.cannotSignUpInvited;
}

/** For somebody who has proven an address that has no account and may not create one. */
const cannotSignUpPage = (refusal: SignUpRefusal, policy: SignUpPolicy) => (
  <Layout title={words.cannotSignUp}>
    <Card>
      <h1>{words.cannotSignUp}</h1>
      <p>{refusalSentence(refusal, policy)}</p>
      <p class="muted">{words.nothingCreated}</p>
      <p class="actions">
        <a class="button" href="/signin">
          {words.signInOtherAddress}
        </a>
      </p>
    </Card>
  </Layout>
);

export const signInPage = (page: SignIn) =>
  isSignUpRefusal(page.error) ? cannotSignUpPage(page.error, page.signUp) : <SignInForm {...page} />;

/** Codes whose sentence would offer a link. */
const problemOf = (error: string, sendsMail: boolean): string =>
  error === "link_invalid" && !sendsMail ? words.linkOver : (PROBLEMS[error]?.() ?? words.signInFailed);

const SignInForm = ({ next, error, again, development, sendsMail, providers, signUp, isInvited }: SignIn) => (
  <Layout title={words.signIn} modules={["client/sign-in/sign-in"]}>
    <Card view="signin">
      <p class="muted tagline">{words.tagline}</p>
      <h1>{words.signIn}</h1>
      {error !== null && (
        <p class="problem" data-problem>
          {problemOf(error, sendsMail)}
        </p>
      )}
      {again && <p class="hint">{words.againHint}</p>}
      {sendsMail ? <LinkForm signUp={signUp} isInvited={isInvited} /> : <NoMail />}
      <noscript>
        <p class="problem">{words.needsScript}</p>
      </noscript>
      <div class="stack" data-passkey data-next={next} hidden>
        <button type="button" class="quiet outlined">
          {words.withPasskey}
        </button>
      </div>
      <ProviderButtons {...providers} />
      {!sendsMail && <p class="muted">{policySentence(signUp)}</p>}
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

const LinkForm = (hint: Pick<SignIn, "signUp" | "isInvited">) => (
  <form class="stack">
    <label for="email">{words.emailAddress}</label>
    <input id="email" name="email" type="email" autocomplete="username webauthn" required maxlength={320} autofocus />
    <button type="submit">{words.sendLink}</button>
    <SignUpHint {...hint} />
  </form>
);

const NoMail = () => (
  <div class="hint">
    <p>{words.noMail}</p>
    <p>{words.linkCommand(<code>npm run signin -- ADDRESS</code>)}</p>
  </div>
);

const SignUpHint = ({ signUp, isInvited }: Pick<SignIn, "signUp" | "isInvited">) => {
  if (signUp.kind === "open") return <p class="muted">{words.noPassword}</p>;
  const isLinkUsable = isInvited && signUp.kind === "invited";
  return (
    <>
      <p class="muted">{words.noPasswordForKnown}</p>
      <p class={isLinkUsable ? "hint" : "muted"}>{isLinkUsable ? words.invited : policySentence(signUp)}</p>
    </>
  );
};

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

export { issuersOf } from "./signin-providers.tsx";
