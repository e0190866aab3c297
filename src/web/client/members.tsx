/** Who belongs to a drive: for those who run it roles, invitations and removals; for everybody, leaving. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Member, MemberList, RemovalEffect } from "../../features/drives/contract.ts";
import { ApiError, call, path } from "./api.ts";
import { fieldOf } from "./dom.ts";
import { announce, attempt, onSubmit, showError } from "./notice.ts";
import { LEVELS, levelOf, listMembers } from "./people.ts";
import { openDrawn, useNews, type Ending } from "./people-dialog.tsx";
import { Confirm, LevelChoice, pagesInWords, PersonRow } from "./person-row.tsx";

type Subject = { readonly driveId: string; readonly name: string; readonly userId: string; readonly runs: boolean };

export async function openMembers(subject: Subject): Promise<void> {
  const first = await listMembers(subject.driveId);
  openDrawn("Members", (ending) => <Members subject={subject} first={first} ending={ending} />);
}

/** What is sent for a choice: a level by its index, or the role that has every right. */
const membershipOf = (choice: string) =>
  choice === "admin"
    ? { role: "admin", ...LEVELS.at(-1)?.flags }
    : { role: "member", ...LEVELS[Number(choice)]?.flags };

type MembersProps = { readonly subject: Subject; readonly first: MemberList; readonly ending: Ending };

function Members({ subject, first, ending }: MembersProps) {
  const { driveId, runs } = subject;
  const [{ owner, members, nextCursor }, show] = useState(first);
  const refresh = async (): Promise<void> => show(await listMembers(driveId));
  useNews(
    ending.ended,
    () => void refresh().catch(showError),
    (event) => event.type === "access" && event.driveId === driveId,
  );
  const more = async (): Promise<void> => {
    const next = await listMembers(driveId, nextCursor);
    show({ ...next, members: [...members, ...next.members] });
  };
  return (
    <>
      <ul class="people" aria-label="Members">
        <PersonRow name={owner.name} email={owner.email}>
          <span class="muted">Owner</span>
        </PersonRow>
        {members.map((member) => (
          <MemberRow key={member.userId} member={member} subject={subject} refresh={refresh} />
        ))}
      </ul>
      {nextCursor !== null && (
        <button type="button" class="quiet" onClick={({ currentTarget }) => attempt(currentTarget, more)}>
          More members
        </button>
      )}
      {runs ? (
        <Invitation driveId={driveId} refresh={refresh} />
      ) : (
        <p class="muted">The owner and the admins of the drive add and remove members.</p>
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
      announce(`What ${user.name} may do has changed.`);
    } finally {
      await refresh();
    }
  };
  const remove = async (): Promise<void> => {
    await call("DELETE", address);
    if (isSelf) return location.assign("/");
    announce(`${user.name} is no longer a member.`);
    await refresh();
  };
  const pages = pagesInWords(effect?.pages ?? 0);
  const sentence = isSelf
    ? `You lose ${pages} of ${subject.name}, and what was shared with you there. Only somebody who runs the drive can add you again.`
    : `${user.name} loses ${pages} of the drive, and what was shared with them there.`;
  const ask = async (): Promise<void> => setEffect(await call<RemovalEffect>("GET", `${address}/effect`));
  return (
    <PersonRow
      name={isSelf ? `${user.name} (you)` : user.name}
      email={user.email}
      below={
        effect && (
          <Confirm
            sentence={sentence}
            yes={isSelf ? "Leave the drive" : "Remove member"}
            act={remove}
            keep={() => setEffect(null)}
          />
        )
      }
    >
      {subject.runs && !isSelf ? (
        <LevelChoice
          label={`What ${user.name} may do`}
          rights={member}
          more={[{ value: "admin", label: "Run the drive (admin)" }]}
          {...(role === "admin" ? { chosen: "admin" } : {})}
          change={change}
        />
      ) : (
        <span class="muted">{role === "admin" ? "Admin" : levelOf(member)}</span>
      )}
      {(isSelf || subject.runs) && (
        <button
          type="button"
          class="quiet"
          aria-label={isSelf ? "Leave the drive" : `Remove ${user.name}`}
          aria-expanded={effect !== null}
          onClick={({ currentTarget }) => attempt(currentTarget, ask)}
        >
          {isSelf ? "Leave" : "Remove"}
        </button>
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
        throw error instanceof ApiError && error.code === "not_found"
          ? new Error(`Nobody has signed in as ${email} yet. Ask them to sign in once, then add them.`)
          : error;
      });
      shown.reset();
      announce("Added.");
      await refresh();
    });
  }, []);
  return (
    <form class="stack" ref={form}>
      <h3>Add a member</h3>
      <label for="member-email">E-mail address</label>
      <input id="member-email" name="email" type="email" required autocomplete="off" />
      <label for="member-level">They may</label>
      <select id="member-level" name="level">
        {LEVELS.map(({ label }, index) => (
          <option value={index} selected={index === 1}>
            {label}
          </option>
        ))}
        <option value="admin">Run the drive (admin)</option>
      </select>
      <p class="actions">
        <button type="submit">Add</button>
      </p>
    </form>
  );
}
