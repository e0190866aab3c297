/** Who belongs to a drive: for those who run it roles, invitations and removals; for everybody, leaving. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Member, MemberList, RemovalEffect } from "../../features/drives/contract.ts";
import { ApiError, call, path } from "./api.ts";
import { fieldOf } from "./dom.ts";
import { announce, attempt, onSubmit, showError } from "./notice.ts";
import { LEVELS, levelOf, listMembers } from "./people.ts";
import { openRenderedDialog, useRefresh, type DialogHandle } from "./people-dialog.tsx";
import { AskButton, Confirm, LevelChoice, pagesInWords, PersonRow } from "./person-row.tsx";
import { words } from "../messages/members.ts";
import { words as people } from "../messages/people.ts";

type Subject = { readonly driveId: string; readonly name: string; readonly userId: string; readonly runs: boolean };

export async function openMembers(subject: Subject): Promise<void> {
  const first = await listMembers(subject.driveId);
  openRenderedDialog(words.members, (dialog) => <Members subject={subject} first={first} dialog={dialog} />);
}

/** What is sent for a choice: a level by its index, or the role that has every right. */
const membershipOf = (choice: string) =>
  choice === "admin"
    ? { role: "admin", ...LEVELS.at(-1)?.flags }
    : { role: "member", ...LEVELS[Number(choice)]?.flags };

type MembersProps = { readonly subject: Subject; readonly first: MemberList; readonly dialog: DialogHandle };

function Members({ subject, first, dialog }: MembersProps) {
  const { driveId, runs } = subject;
  const [{ owner, members, nextCursor }, show] = useState(first);
  const refresh = async (): Promise<void> => show(await listMembers(driveId));
  useRefresh(
    dialog.ended,
    () => void refresh().catch(showError),
    (event) => event.type === "access" && event.driveId === driveId,
  );
  const more = async (): Promise<void> => {
    const next = await listMembers(driveId, nextCursor);
    show({ ...next, members: [...members, ...next.members] });
  };
  return (
    <>
      {runs ? <Invitation driveId={driveId} refresh={refresh} /> : <p class="muted">{words.whoChanges}</p>}
      <ul class="people" aria-label={words.members}>
        <PersonRow name={owner.name} email={owner.email}>
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
          more={[{ value: "admin", label: words.runsDrive }]}
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

function Invitation({ driveId, refresh }: { readonly driveId: string; readonly refresh: () => Promise<void> }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const shown = form.current;
    if (!shown) return;
    onSubmit(shown, async () => {
      const email = fieldOf(shown, "email");
      const wanted = { email, ...membershipOf(fieldOf(shown, "level")) };
      await call("POST", path`/api/drives/${driveId}/members`, wanted).catch((error: unknown) => {
        throw error instanceof ApiError && error.code === "not_found" ? new Error(words.noAccount(email)) : error;
      });
      shown.reset();
      announce(words.added);
      await refresh();
    });
  }, []);
  return (
    <form class="stack" ref={form}>
      <h3>{words.addMember}</h3>
      <label for="member-email">{words.emailAddress}</label>
      <input id="member-email" name="email" type="email" required autocomplete="off" />
      <label for="member-level">{people.theyMay}</label>
      <select id="member-level" name="level">
        {LEVELS.map(({ label }, index) => (
          <option value={index} selected={index === 1}>
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
