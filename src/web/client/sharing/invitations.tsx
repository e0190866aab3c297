/** Pending invitations in the sharing and member dialogs, and the link of one that was just created. */
import { useState } from "preact/hooks";
import type {
  Invitation,
  InvitationLink,
  InvitationList,
  SentInvitation,
} from "../../../features/invitations/contract.ts";
import { call } from "../api/api.ts";
import { announce, attempt } from "../ui/notice.ts";
import { locale } from "../../shared/relative-time.ts";
import { AskButton, Confirm, LevelChoice, PersonRow } from "./person-row.tsx";
import { words } from "../../../words/people.ts";

/** `address`: the invitations of a page or drive. Resolves to an empty list if the user may no longer list them. */
export const listInvitations = (address: string): Promise<readonly Invitation[]> =>
  call<InvitationList>("GET", address).then(
    ({ invitations }) => invitations,
    () => [],
  );

/** True if an address was invited; sharing with an existing user returns their grant. */
export const isInvitation = (answer: { readonly userId: string | null }): answer is SentInvitation =>
  answer.userId === null;

export type FreshLink = {
  readonly id: string;
  readonly email: string;
  readonly link: string;
  readonly isMailed: boolean;
};

export const freshLinkOf = ({
  invitation: { id, email },
  link,
  isMailed,
}: Pick<SentInvitation, "invitation" | "link" | "isMailed">): FreshLink => ({ id, email, link, isMailed });

/** The link is shown until the dialog is closed. */
export const NewInvitation = ({ fresh: { email, link, isMailed } }: { readonly fresh: FreshLink }) => (
  <div class="invitation-link">
    <p class="muted">{isMailed ? words.linkReady(email) : words.sendLinkYourself(email)}</p>
    <div class="row share-level">
      <input
        readonly
        value={link}
        aria-label={words.copyInvitation}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button
        type="button"
        class="quiet"
        onClick={({ currentTarget }) =>
          attempt(currentTarget, async () => {
            await navigator.clipboard.writeText(link);
            announce(words.invitationCopied);
          })
        }
      >
        {words.copyInvitation}
      </button>
    </div>
  </div>
);

type ListProps = {
  readonly address: string;
  readonly invitations: readonly Invitation[];
  /** Options in addition to the levels; see `LevelChoice`. */
  readonly more?: readonly { readonly value: string; readonly label: string }[];
  readonly change: (invitation: Invitation, choice: string) => Promise<void>;
  readonly refresh: () => Promise<void>;
  readonly show: (fresh: FreshLink) => void;
};

export const Invitations = ({ invitations, ...props }: ListProps) =>
  invitations.length === 0 ? null : (
    <>
      <h3>{words.invitations}</h3>
      <ul class="people" aria-label={words.invitations}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} {...props} />
        ))}
      </ul>
    </>
  );

const day = (iso: string): string => new Date(iso).toLocaleDateString(locale(), { dateStyle: "medium" });

type RowProps = Omit<ListProps, "invitations"> & { readonly invitation: Invitation };

function InvitationRow({ invitation, address, more = [], change, refresh, show }: RowProps) {
  const [isAsked, setAsked] = useState(false);
  const { id, email, role, invitedBy, expiresAt } = invitation;
  const own = `${address}/${encodeURIComponent(id)}`;
  const revoke = async (): Promise<void> => {
    await call("DELETE", own);
    announce(words.revoked(email));
    await refresh();
  };
  const renew = async (): Promise<void> => {
    const answer = await call<InvitationLink>("POST", `${own}/link`);
    const { link, isMailed } = answer;
    // If the browser blocks copying, the link has still been emailed, or is shown.
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    if (isMailed) announce(isCopied ? words.newLinkCopied(email) : words.newLinkMade(email));
    else {
      show(freshLinkOf(answer));
      announce(isCopied ? words.invitationCopied : words.sendLinkYourself(email));
    }
    await refresh();
  };
  return (
    <PersonRow
      face={null}
      name={email}
      email={null}
      source={words.invitedBy(invitedBy.name, day(expiresAt))}
      below={
        isAsked && (
          <Confirm sentence={words.revokeWarning(email)} yes={words.revoke} act={revoke} keep={() => setAsked(false)} />
        )
      }
    >
      <LevelChoice
        label={words.mayDo(email)}
        rights={invitation}
        more={more}
        {...(role === "admin" ? { chosen: "admin" } : {})}
        change={(choice) => change(invitation, choice)}
      />
      <button
        type="button"
        class="quiet"
        aria-label={words.newLinkFor(email)}
        onClick={({ currentTarget }) => attempt(currentTarget, renew)}
      >
        {words.newLink}
      </button>
      <AskButton
        name={words.revoke}
        label={words.revokeOne(email)}
        isAsked={isAsked}
        ask={() => Promise.resolve(setAsked(true))}
      />
    </PersonRow>
  );
}
