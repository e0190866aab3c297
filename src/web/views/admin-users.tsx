/** All accounts, for administrators: search by name or address, and account actions. */
import type { ComponentChildren } from "preact";
import { relativeTime } from "../shared/relative-time.ts";
import type { AdminUser } from "../../features/admin/contract.ts";
import { sizeOf } from "../shared/size.ts";
import { words } from "../../words/admin.ts";
import { words as frame } from "../../words/frame.ts";
import { plural } from "../../words/plural.ts";
import { count } from "../shared/number-format.ts";
import type { Shell } from "./load-shell.ts";
import { AdminPage } from "./admin.tsx";

type Users = { q: string | null; users: readonly AdminUser[]; nextCursor: string | null; isFirstPage: boolean };

const FindUsers = ({ q }: Pick<Users, "q">) => (
  <form class="row" role="search" method="get" action="/admin/users">
    <label class="hidden" for="user-search">
      {words.partOfName}
    </label>
    <input id="user-search" name="q" type="search" maxlength={100} placeholder={words.nameOrAddress} value={q ?? ""} />
    <button type="submit">{words.find}</button>
  </form>
);

export const usersPage = (shell: Shell, { q, users, nextCursor, isFirstPage }: Users) => (
  <AdminPage shell={shell} title={words.users} here="/admin/users">
    <header class="row wrap admin-head">
      <h1 class="title grow">{words.users}</h1>
      <FindUsers q={q} />
    </header>
    {users.length === 0 ? (
      <div class="empty">
        <p class="muted">{q === null ? words.nobody : words.nobodyFound(q)}</p>
        <a href="/admin/users">{words.showEverybody}</a>
      </div>
    ) : (
      // Explicit roles keep the table semantics where the style sheet changes the layout.
      <table class="people-table" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {[
              words.person,
              frame.drives,
              frame.pages,
              words.messages,
              words.storage,
              words.model,
              words.since,
              frame.account,
            ].map((name) => (
              <th scope="col" role="columnheader">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {users.map((user) => (
            <UserRow user={user} now={shell.now} own={user.id === shell.user.id} />
          ))}
        </tbody>
      </table>
    )}
    <p class="actions">
      {!isFirstPage && <a href={addressOf(q, null)}>{words.newest}</a>}
      {nextCursor !== null && (
        <a class="button quiet outlined" href={addressOf(q, nextCursor)}>
          {words.nextPage}
        </a>
      )}
    </p>
  </AdminPage>
);

function addressOf(q: string | null, cursor: string | null): string {
  const query = new URLSearchParams({ ...(q !== null && { q }), ...(cursor !== null && { cursor }) }).toString();
  return query === "" ? "/admin/users" : `/admin/users?${query}`;
}

const UserRow = ({ user, now, own }: { user: AdminUser; now: number; own: boolean }) => (
  <tr role="row" data-id={user.id} data-name={user.name} data-email={user.email} data-role={user.role}>
    <th scope="row" role="rowheader">
      <span class="person">
        {user.name} {user.role === "admin" && <span class="badge">{words.admin}</span>}
        {user.suspended && <span class="badge badge-danger">{words.suspended}</span>}
      </span>
      <span class="muted block">{user.email}</span>
      <a class="muted" href={`/admin/audit?userId=${user.id}`} aria-label={words.whatOneDid(user.name)}>
        {words.whatTheyDid}
      </a>
    </th>
    <Cell name={frame.drives}>{count(user.driveCount)}</Cell>
    <Cell name={frame.pages}>{count(user.pageCount)}</Cell>
    <Cell name={words.messages}>{count(user.messageCount)}</Cell>
    <Cell name={words.storage}>
      {words.textIn(sizeOf(user.textBytes), plural(user.storedPages, words.pages))}
      <span class="muted block">{words.ofFiles(sizeOf(user.fileBytes))}</span>
    </Cell>
    <Cell name={words.model}>{user.aiProvider || words.noModel}</Cell>
    <Cell name={words.since}>
      <time datetime={user.createdAt}>{relativeTime(user.createdAt, now)}</time>
    </Cell>
    <td role="cell" class="deed">
      {own ? (
        <span class="muted">{words.thisIsYou}</span>
      ) : user.suspended ? (
        <button type="button" class="quiet" data-act="unsuspend" aria-label={words.letOneIn(user.name)}>
          {words.letIn}
        </button>
      ) : (
        <button type="button" class="quiet danger" data-act="suspend" aria-label={words.suspendOne(user.name)}>
          {words.suspend}
        </button>
      )}
      {!own && (
        <button type="button" class="quiet" data-act="manage" aria-label={words.moreAbout(user.name)}>
          {words.more}
        </button>
      )}
    </td>
  </tr>
);

const Cell = ({ name, children }: { name: string; children?: ComponentChildren }) => (
  <td role="cell" data-label={name}>
    {children}
  </td>
);
