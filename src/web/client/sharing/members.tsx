/** The members of a drive: its administrators manage roles, invitations and removals; any member can leave. */
import { useRef, useState } from "preact/hooks";
import type { Invitation, SentInvitation } from "../../../features/invitations/contract.ts";
import type { Drive, Member, MemberList, RemovalEffect } from "../../../features/drives/contract.ts";
import { call, path } from "../api/api.ts";
import { fieldOf } from "../ui/dom.ts";
import {
  type FreshLink,
  freshLinkOf,
  Invitations,
  isInvitation,
  listInvitations,
  NewInvitation,
} from "./invitations.tsx";
import { announce, attempt, showError } from "../ui/notice.ts";
import { EDIT_LEVEL, LEVELS, levelOf, listMembers } from "./people.ts";
import { type DialogHandle, handleSubmit, openRenderedDialog } from "../ui/rendered-dialog.ts";
import { useRefresh } from "../shell/use-refresh.ts";
import { AskButton, Confirm, LevelChoice, pagesInWords, PersonRow } from "./person-row.tsx";
import { words } from "../../../words/members.ts";
import { words as drives } from "../../../words/drives.ts";
import { words as people } from "../../../words/people.ts";

type Subject = { readonly driveId: string; readonly name: string; readonly userId: string; readonly runs: boolean };

type Shown = { readonly list: MemberList; readonly invitations: readonly Invitation[] };

/** Loads at least as many members as are shown, in batches of a hundred. */
async function load({ driveId, runs }: Subject, shown = 0): Promise<Shown> {
  const [first, invitations] = await Promise.all([
    listMembers(driveId),
    runs ? listInvitations(path`/api/drives/${driveId}/invitations`) : [],
  ]);
  let list = first;
  while (list.nextCursor !== null && list.members.length < shown) list = await withMore(driveId, list);
  return { list, invitations };
}

async function withMore(driveId: string, list: MemberList): Promise<MemberList> {
  const next = await listMembers(driveId, list.nextCursor);
  return { ...next, members: [...list.members, ...next.members] };
}

export async function openMembers(subject: Subject): Promise<void> {
  const [first, { location }] = await Promise.all([
    load(subject),
    call<Drive>("GET", path`/api/drives/${subject.driveId}`),
  ]);
  openRenderedDialog(
    words.members,
    (dialog) => (
      <>
        <Members subject={subject} first={first} dialog={dialog} />
        {location && <p class="muted small">{drives.placeOf(drives.places[location])}</p>}
      </>
    ),
    "sharing",
  );
}

/** The request body for a choice: a level by its index, or the administrator role, which has every right. */
const membershipOf = (choice: string) =>
  choice === "admin"
    ? { role: "admin", ...LEVELS.at(-1)?.flags }
    : { role: "member", ...LEVELS[Number(choice)]?.flags };

const RUNS = { value: "admin", label: words.runsDrive };

type MembersProps = { readonly subject: Subject; readonly first: Shown; readonly dialog: DialogHandle };

function Members({ subject, first, dialog }: MembersProps) {
  const { driveId, runs } = subject;
  const [{ list, invitations }, show] = useState(first);
  const [fresh, setFresh] = useState<FreshLink | null>(null);
  const { owner, members, nextCursor } = list;
  const latest = useRef(0);
  const refresh = async (): Promise<void> => {
    const turn = (latest.current += 1);
    const loaded = await load(subject, members.length);
    // Responses may arrive out of order; only the last request has the current state.
    if (turn === latest.current) show(loaded);
  };
  const invite = async (email: string, choice: string): Promise<boolean> => {
    const wanted = { email, ...membershipOf(choice) };
    const answer = await call<Member | SentInvitation>("POST", path`/api/drives/${driveId}/members`, wanted);
    setFresh(isInvitation(answer) ? freshLinkOf(answer) : null);
    return isInvitation(answer);
  };
  useRefresh(
    dialog.ended,
    () => void refresh().catch(showError),
    (event) => event.type === "access" && event.driveId === driveId,
  );
  const more = async (): Promise<void> => show({ list: await withMore(driveId, list), invitations });
  return (
    <>
      {runs ? <AddMember invite={invite} refresh={refresh} /> : <p class="muted">{words.whoChanges}</p>}
      {fresh && invitations.some(({ id }) => id === fresh.id) && <NewInvitation fresh={fresh} />}
      <ul class="people" aria-label={words.members}>
        <PersonRow face={owner} name={owner.name} email={owner.email}>
          <span class="muted">{people.owner}</span>
        </PersonRow>
        {members.map((member) => (
          <MemberRow key={member.userId} member={member} subject={subject} refresh={refresh} />
        ))}
      </ul>
      {nextCursor !== null && (
        <button type="button" class="quiet" onClick={({ currentTarget }) => attempt(currentTarget, more)}>
          {words.more}
        </button>
      )}
      <Invitations
        address={path`/api/drives/${driveId}/invitations`}
        invitations={invitations}
        more={[RUNS]}
        change={async ({ email }, choice) => {
          try {
            await invite(email, choice);
            announce(words.changed(email));
          } finally {
            await refresh();
          }
        }}
        refresh={refresh}
        show={setFresh}
      />
    </>
  );
}

type RowProps = { readonly member: Member; readonly subject: Subject; readonly refresh: () => Promise<void> };

function MemberRow({ member, subject, refresh }: RowProps) {
  const [effect, setEffect] = useState<RemovalEffect | null>(null);
  const { user, userId, role } = member;
  const isSelf = userId === subject.userId;
  const address = path`/api/drives/${subject.driveId}/members/${userId}`;
  const change = async (value: string): Promise<void> => {
    try {
      await call("PATCH", address, membershipOf(value));
      announce(words.changed(user.name));
    } finally {
      await refresh();
    }
  };
  const remove = async (): Promise<void> => {
    await call("DELETE", address);
    if (isSelf) return location.assign("/");
    announce(words.removed(user.name));
    await refresh();
  };
  const pages = pagesInWords(effect?.pages ?? 0);
  const sentence = isSelf ? words.youLose(pages, subject.name) : words.loses(user.name, pages);
  const ask = async (): Promise<void> => setEffect(await call<RemovalEffect>("GET", `${address}/effect`));
  return (
    <PersonRow
      face={user}
      name={isSelf ? words.you(user.name) : user.name}
      email={user.email}
      below={
        effect && (
          <Confirm
            sentence={sentence}
            yes={isSelf ? words.leaveDrive : words.removeMember}
            act={remove}
            keep={() => setEffect(null)}
          />
        )
      }
    >
      {subject.runs && !isSelf ? (
        <LevelChoice
          label={people.mayDo(user.name)}
          rights={member}
          more={[RUNS]}
          {...(role === "admin" ? { chosen: "admin" } : {})}
          change={change}
        />
      ) : (
        <span class="muted">{role === "admin" ? words.admin : levelOf(member)}</span>
      )}
      {(isSelf || subject.runs) && (
        <AskButton
          name={isSelf ? words.leave : people.remove}
          label={isSelf ? words.leaveDrive : people.removeOne(user.name)}
          isAsked={effect !== null}
          ask={ask}
        />
      )}
    </PersonRow>
  );
}

type AddProps = {
  /** Resolves to true if the address was invited; otherwise its owner is now a member. */
  readonly invite: (email: string, choice: string) => Promise<boolean>;
  readonly refresh: () => Promise<void>;
};

function AddMember({ invite, refresh }: AddProps) {
  const add = async (form: HTMLFormElement): Promise<void> => {
    const email = fieldOf(form, "email");
    const isInvited = await invite(email, fieldOf(form, "level"));
    // Keeps the chosen level for the next invitation.
    const field = form.elements.namedItem("email");
    if (field instanceof HTMLInputElement) field.value = "";
    announce(isInvited ? people.invited(email) : words.added);
    await refresh();
  };
  return (
    <form class="stack" onSubmit={handleSubmit(add)}>
      <h3>{words.addMember}</h3>
      <label for="member-email">{words.emailAddress}</label>
      <input id="member-email" name="email" type="email" required autocomplete="off" />
      <label for="member-level">{people.theyMay}</label>
      <select id="member-level" name="level">
        {LEVELS.map(({ label }, index) => (
          <option value={index} selected={index === EDIT_LEVEL}>
            {label}
          </option>
        ))}
        <option value="admin">{words.runsDrive}</option>
      </select>
      <p class="actions">
        <button type="submit">{words.add}</button>
      </p>
    </form>
  );
}
