/** Everybody who has an account, for administrators: found by name or address, and what is done with the account. */
import type { ComponentChildren } from "preact";
import { relativeTime } from "../client/relative-time.ts";
import type { AdminUser } from "../../features/admin/contract.ts";
import { sizeOf } from "../client/size.ts";
import { count } from "../number-format.ts";
import type { Shell } from "../shell.ts";
import { AdminPage } from "./admin.tsx";

type Users = { q: string | null; users: readonly AdminUser[]; nextCursor: string | null; isFirstPage: boolean };

export const usersPage = (shell: Shell, { q, users, nextCursor, isFirstPage }: Users) => (
  <AdminPage shell={shell} title="Users" here="/admin/users">
    <header class="admin-head">
      <h1 class="title grow">Users</h1>
      <form class="row" role="search" method="get" action="/admin/users">
        <label class="hidden" for="user-search">
          Part of a name or an address
        </label>
        <input id="user-search" name="q" type="search" maxlength={100} placeholder="Name or address" value={q ?? ""} />
        <button type="submit">Find</button>
      </form>
    </header>
    {users.length === 0 ? (
      <p class="empty muted">{q === null ? "Nobody is on this page." : `Nobody's name or address has “${q}” in it.`}</p>
    ) : (
      // The roles say what the elements are where the style sheet lays them out as something else.
      <table class="people-table" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {["Person", "Drives", "Pages", "Messages", "Storage", "Model", "Since", "Account"].map((name) => (
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
      {!isFirstPage && <a href={addressOf(q, null)}>Newest</a>}
      {nextCursor !== null && (
        <a class="button" href={addressOf(q, nextCursor)}>
          Next page
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
        {user.name} {user.role === "admin" && <span class="badge">Admin</span>}
        {user.suspended && <span class="badge badge-danger">Suspended</span>}
      </span>
      <span class="muted block">{user.email}</span>
      <a class="muted" href={`/admin/audit?userId=${user.id}`} aria-label={`What they did: ${user.name}`}>
        What they did
      </a>
    </th>
    <Cell name="Drives">{count(user.driveCount)}</Cell>
    <Cell name="Pages">{count(user.pageCount)}</Cell>
    <Cell name="Messages">{count(user.messageCount)}</Cell>
    <Cell name="Storage">
      {sizeOf(user.textBytes)} of text in {count(user.storedPages)} {user.storedPages === 1 ? "page" : "pages"}
      <span class="muted block">{sizeOf(user.fileBytes)} of files</span>
    </Cell>
    <Cell name="Model">{user.aiProvider || "none"}</Cell>
    <Cell name="Since">
      <time datetime={user.createdAt}>{relativeTime(user.createdAt, now)}</time>
    </Cell>
    <td role="cell" class="deed">
      {own ? (
        <span class="muted">This is you</span>
      ) : user.suspended ? (
        <button type="button" class="quiet" data-act="unsuspend" aria-label={`Let ${user.name} back in`}>
          Let back in
        </button>
      ) : (
        <button type="button" class="quiet danger" data-act="suspend" aria-label={`Suspend ${user.name}`}>
          Suspend
        </button>
      )}
      {!own && (
        <button type="button" class="quiet" data-act="manage" aria-label={`More about ${user.name}`}>
          More
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
