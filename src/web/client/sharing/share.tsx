/** Access to a page, one row per person. Users who may share can grant, change and revoke it. */
import { useRef, useState } from "preact/hooks";
import type { Invitation, SentInvitation } from "../../../features/invitations/contract.ts";
import type { AccessRequest, AccessRequestList } from "../../../features/pages/access-requests/contract.ts";
import type { Grant, GrantList, RevocationEffect } from "../../../features/pages/sharing/contract.ts";
import { AccessRequests, answerRequest } from "./access-requests.tsx";
import { call, path } from "../api/api.ts";
import {
  type FreshLink,
  freshLinkOf,
  Invitations,
  isInvitation,
  listInvitations,
  NewInvitation,
} from "./invitations.tsx";
import { Icon } from "../../shared/icons.tsx";
import { announce, attempt, showError } from "../ui/notice.ts";
import { LEVELS, levelOf, NO_ACCESS } from "./people.ts";
import { type DialogHandle, openRenderedDialog } from "../ui/rendered-dialog.ts";
import { useRefresh } from "../shell/use-refresh.ts";
import { AskButton, Confirm, LevelChoice, pagesInWords, PersonRow } from "./person-row.tsx";
import { ShareForm } from "./share-form.tsx";
import { type Candidate, whoIs } from "./people-sources.ts";
import { words as people } from "../../../words/people.ts";
import { words } from "../../../words/sharing.ts";

/** The subject of the dialog. `membersOf` is the drive whose members this user may list, or "". */
type Subject = {
  readonly pageId: string;
  /** The drive whose members are offered first; "" for none. */
  readonly membersOf: string;
  readonly canShare: boolean;
};

type Shown = {
  readonly grants: GrantList;
  readonly requests: readonly AccessRequest[];
  readonly invitations: readonly Invitation[];
};

async function load({ pageId, canShare }: Subject): Promise<Shown> {
  const [grants, asked, invitations] = await Promise.all([
    call<GrantList>("GET", path`/api/pages/${pageId}/permissions`),
    // A page in the trash accepts no requests.
    canShare
      ? call<AccessRequestList>("GET", path`/api/pages/${pageId}/access-requests`).catch(() => ({ requests: [] }))
      : { requests: [] },
    canShare ? listInvitations(path`/api/pages/${pageId}/invitations`) : [],
  ]);
  return { grants, requests: asked.requests, invitations };
}

export async function openSharing({ title, ...subject }: Subject & { readonly title: string }): Promise<void> {
  const first = await load(subject);
  openRenderedDialog(subject.canShare ? words.sharePage(title) : words.withAccess, (dialog) => (
    <Sharing subject={subject} first={first} dialog={dialog} />
  )).classList.add("sharing");
}

type SharingProps = { readonly subject: Subject; readonly first: Shown; readonly dialog: DialogHandle };

/** The dialog's data, and the functions that change it. */
function useSharing({ subject, first, dialog }: SharingProps) {
  const { pageId } = subject;
  const [shown, show] = useState(first);
  const [fresh, setFresh] = useState<FreshLink | null>(null);
  const latest = useRef(0);
  const refresh = async (): Promise<void> => {
    const turn = (latest.current += 1);
    const loaded = await load(subject);
    // Responses may arrive out of order; only the last request has the current state.
    if (turn === latest.current) show(loaded);
  };
  useRefresh(
    dialog.ended,
    () => void refresh().catch(showError),
    (event) => event.type === "sharing" && event.pageId === pageId,
  );
  const grant = async (whom: object, level: number): Promise<boolean> => {
    const body = { ...whom, ...LEVELS[level]?.flags };
    const answer = await call<Grant | SentInvitation>("POST", path`/api/pages/${pageId}/permissions`, body);
    setFresh(isInvitation(answer) ? freshLinkOf(answer) : null);
    return isInvitation(answer);
  };
  const share = async (whom: Candidate, level: number): Promise<void> => {
    const isInvited = await grant(whoIs(whom), level);
    announce(isInvited ? people.invited(whom.name) : words.sharedWith(whom.name));
    await refresh();
  };
  const changeInvitation = async ({ email }: Invitation, choice: string): Promise<void> => {
    try {
      await grant({ email }, Number(choice));
      announce(words.changed(email, LEVELS[Number(choice)]?.label ?? ""));
    } finally {
      await refresh();
    }
  };
  return { ...shown, fresh, setFresh, refresh, share, changeInvitation };
}

function Sharing(props: SharingProps) {
  const { pageId, membersOf, canShare } = props.subject;
  const { grants, requests, invitations, fresh, setFresh, refresh, share, changeInvitation } = useSharing(props);
  const address = path`/api/pages/${pageId}/permissions`;
  const hasAccess = (userId: string): boolean =>
    userId === grants.owner.id ||
    grants.permissions.some((grant) => grant.userId === userId && grant.inheritedFrom === null);
  return (
    <>
      {requests.length > 0 && (
        <AccessRequests
          requests={requests}
          answer={async (request, answer) => {
            await answerRequest(pageId, request.userId, answer);
            await refresh();
          }}
        />
      )}
      {canShare && <ShareForm driveId={membersOf} hasAccess={hasAccess} share={share} />}
      {fresh && invitations.some(({ id }) => id === fresh.id) && <NewInvitation fresh={fresh} />}
      <ul class="people" aria-label={words.withAccess}>
        <PersonRow face={grants.owner} name={grants.owner.name} email={grants.owner.email}>
          <span class="muted">{people.owner}</span>
        </PersonRow>
        {grants.permissions.map((grant) => (
          <GrantRow key={grant.userId} grant={grant} address={canShare ? address : null} refresh={refresh} />
        ))}
      </ul>
      <Invitations
        address={path`/api/pages/${pageId}/invitations`}
        invitations={invitations}
        change={changeInvitation}
        refresh={refresh}
        show={setFresh}
      />
      {!canShare && <p class="muted">{words.onlySee}</p>}
      <CopyLink pageId={pageId} />
    </>
  );
}

function CopyLink({ pageId }: { readonly pageId: string }) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.origin + path`/pages/${pageId}`);
    announce(words.linkCopied);
  };
  return (
    <p class="actions share-link">
      <button type="button" class="quiet outlined" onClick={({ currentTarget }) => attempt(currentTarget, copy)}>
        <Icon name="link" />
        {words.copyLink}
      </button>
      <span class="muted">{words.linkHint}</span>
    </p>
  );
}

type GrantProps = {
  readonly grant: Grant;
  /** Null if the user may only read it. */
  readonly address: string | null;
  readonly refresh: () => Promise<void>;
};

function GrantRow({ grant, address, refresh }: GrantProps) {
  const [effect, setEffect] = useState<RevocationEffect | null>(null);
  const { userId, user, inheritedFrom } = grant;
  const source = inheritedFrom === null ? null : <Source id={inheritedFrom} />;
  if (address === null)
    return (
      <PersonRow face={user} name={user.name} email={user.email} source={source}>
        <span class="muted">{levelOf(grant)}</span>
      </PersonRow>
    );
  const change = async (value: string): Promise<void> => {
    const level = value === "none" ? NO_ACCESS : LEVELS[Number(value)];
    try {
      await call("POST", address, { userId, ...level?.flags });
      announce(words.changed(user.name, level?.label ?? ""));
    } finally {
      // Shows the actual rights, also after a rejected change.
      await refresh();
    }
  };
  const revoke = async (): Promise<void> => {
    await call("DELETE", address, { userId });
    announce(words.removed(user.name));
    setEffect(null);
    await refresh();
  };
  const ask = async (): Promise<void> =>
    setEffect(await call<RevocationEffect>("GET", `${address}${path`/${userId}/effect`}`));
  return (
    <PersonRow
      face={user}
      name={user.name}
      email={user.email}
      source={source}
      below={
        effect && (
          <Confirm
            sentence={lossOf(user.name, grant, effect)}
            yes={words.removeAccess}
            act={revoke}
            keep={() => setEffect(null)}
          />
        )
      }
    >
      <LevelChoice
        label={people.mayDo(user.name)}
        rights={grant}
        more={[{ value: "none", label: NO_ACCESS.label }]}
        {...(grant.canView ? {} : { chosen: "none" })}
        change={change}
      />
      {inheritedFrom === null && (
        <AskButton name={people.remove} label={people.removeOne(user.name)} isAsked={effect !== null} ask={ask} />
      )}
    </PersonRow>
  );
}

/** The highest count that the service returns. */
const MANY = 2_000;

function lossOf(name: string, before: Grant, { rights, pagesBelow }: RevocationEffect): string {
  if (rights.canView) return words.keeps(name, levelOf(rights));
  if (!before.canView) return words.hasNone(name);
  if (pagesBelow === 0) return words.losesPage(name);
  return pagesBelow < MANY
    ? words.losesBelow(name, pagesInWords(pagesBelow))
    : words.losesMany(name, pagesInWords(MANY));
}

/** The source of an inherited right, by name if it is among the page's breadcrumbs. */
function Source({ id }: { readonly id: string }) {
  const above = [...document.querySelectorAll<HTMLAnchorElement>(".crumbs a")].find(({ pathname }) =>
    pathname.endsWith(`/${id}`),
  );
  if (!above) return <>{words.fromAbove}</>;
  const place = <a href={above.href}>{above.textContent}</a>;
  return <>{above.pathname.startsWith("/drives/") ? words.memberOf(place) : words.from(place)}</>;
}
