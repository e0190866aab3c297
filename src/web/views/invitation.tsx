/** The pages behind an invitation link. */
import { Card, Layout } from "./layout.tsx";
import { words } from "../../words/invitation.ts";

type Offer = {
  readonly inviter: string;
  readonly name: string;
  readonly isPage: boolean;
  readonly email: string;
  readonly mayJoin: boolean;
  readonly signedIn: { readonly email: string; readonly isInvited: boolean } | null;
};

export const invitationPage = (offer: Offer, token: string, sendsMail: boolean) => {
  const { inviter, name, isPage, email, signedIn } = offer;
  return (
    <Layout title={words.title}>
      <Card>
        <h1>{isPage ? words.toPage(inviter, name) : words.toDrive(inviter, name)}</h1>
        {signedIn === null && <p>{visitorHint(offer, sendsMail)}</p>}
        {signedIn?.isInvited === true && <p>{words.signedInFor(signedIn.email)}</p>}
        {signedIn?.isInvited === false ? (
          <OtherAddress email={email} mine={signedIn.email} />
        ) : signedIn === null && !sendsMail ? (
          <p class="actions">
            <a class="button" href="/signin">
              {words.goToSignIn}
            </a>
          </p>
        ) : (
          <form class="stack" method="post" action="/invitation">
            <input type="hidden" name="token" value={token} />
            <button type="submit">{signedIn === null ? words.continueAs(email) : words.open}</button>
          </form>
        )}
      </Card>
    </Layout>
  );
};

function visitorHint({ email, mayJoin }: Offer, sendsMail: boolean): string {
  if (!sendsMail) return words.forAddressNoMail(email);
  return mayJoin ? words.forAddress(email) : words.forKnownAddress(email);
}

const OtherAddress = ({ email, mine }: { readonly email: string; readonly mine: string }) => (
  <>
    <p>{words.otherAddress(email, mine)}</p>
    <p class="actions">
      <a class="button" href="/signin?again=1">
        {words.signInOther}
      </a>
    </p>
  </>
);

export const otherAddressPage = (email: string, mine: string) => (
  <Layout title={words.title}>
    <Card>
      <h1>{words.title}</h1>
      <OtherAddress email={email} mine={mine} />
    </Card>
  </Layout>
);

export const invitationSentPage = (email: string, mayJoin: boolean) => (
  <Layout title={words.sentTitle}>
    <Card>
      <h1>{words.sentTitle}</h1>
      <p>{mayJoin ? words.sent(email) : words.forKnownAddress(email)}</p>
    </Card>
  </Layout>
);

export const invitationOverPage = () => (
  <Layout title={words.title}>
    <Card>
      <h1>{words.overTitle}</h1>
      <p>{words.over}</p>
      <p class="actions">
        <a class="button" href="/">
          {words.goOn}
        </a>
      </p>
    </Card>
  </Layout>
);
