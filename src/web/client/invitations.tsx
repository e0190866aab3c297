/** Pending invitations in the dialogs that share a page or a drive, and the link of one that was just made. */
import { useState } from "preact/hooks";
import type {
  Invitation,
  InvitationLink,
  InvitationList,
  SentInvitation,
} from "../../features/invitations/contract.ts";
import { call } from "./api.ts";
import { announce, attempt } from "./notice.ts";
import { locale } from "./relative-time.ts";
import { AskButton, Confirm, LevelChoice, PersonRow } from "./person-row.tsx";
import { words } from "../messages/people.ts";

/** `address` is that of the page's or the drive's invitations. Empty for somebody who may not list them any more. */
export const listInvitations = (address: string): Promise<readonly Invitation[]> =>
  call<InvitationList>("GET", address).then(
    ({ invitations }) => invitations,
    () => [],
  );

/** An address was invited; sharing with somebody who is known answers their grant. */
export const isInvitation = (answer: { readonly userId: string | null }): answer is SentInvitation =>
  answer.userId === null;

export type FreshLink = { readonly id: string; readonly email: string; readonly link: string };

export const freshLinkOf = ({ invitation: { id, email }, link }: SentInvitation): FreshLink => ({ id, email, link });

/** The link can be read here until the dialog is closed. */
export const NewInvitation = ({ fresh: { email, link } }: { readonly fresh: FreshLink }) => (
  <div class="invitation-link">
    <p class="muted">{words.linkReady(email)}</p>
    <div class="share-level">
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
  /** Beside the levels; as `LevelChoice` takes them. */
  readonly more?: readonly { readonly value: string; readonly label: string }[];
  readonly change: (invitation: Invitation, choice: string) => Promise<void>;
  readonly refresh: () => Promise<void>;
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

function InvitationRow({ invitation, address, more = [], change, refresh }: RowProps) {
  const [isAsked, setAsked] = useState(false);
  const { id, email, role, invitedBy, expiresAt } = invitation;
  const own = `${address}/${encodeURIComponent(id)}`;
  const revoke = async (): Promise<void> => {
    await call("DELETE", own);
    announce(words.revoked(email));
    await refresh();
  };
  const renew = async (): Promise<void> => {
    const { link } = await call<InvitationLink>("POST", `${own}/link`);
    // A browser that lets nothing be copied now still has the link mailed.
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    announce(isCopied ? words.newLinkCopied(email) : words.newLinkMade(email));
    await refresh();
  };
  return (
    <PersonRow
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
