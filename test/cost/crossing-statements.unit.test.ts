import { expect, test } from "vitest";
import { print, sql } from "../../src/db/sql.ts";
import { messages } from "../../src/db/schema/messages.ts";
import { pages } from "../../src/db/schema/pages.ts";
import { users } from "../../src/db/schema/users.ts";
import { callerId, callerIsLive } from "../../src/permissions/credential.ts";
import { rightsOn } from "../../src/permissions/ancestors.ts";
import { crossingOf } from "./crossing-statements.ts";

test("finds statements that use tables of the directory and of a drive", () => {
  const names = sql`select u.name from ${messages} m join ${users} u on u.id = m.user_id`;
  expect(crossingOf(print(names).text)).toBe("select messages users");
  expect(crossingOf(print(sql`delete from ${pages} where created_by not in (select id from ${users})`).text)).toBe(
    "delete pages users",
  );
  expect(crossingOf(print(sql`select id from ${pages} where id in (select page_id from ${messages})`).text)).toBeNull();
});

test.each(["session", "mcp"] as const)("leaves out the check of the caller's credential (%s)", (kind) => {
  const caller = { kind, tokenHash: "hash" };
  const rights = rightsOn("page", callerId(caller));
  const guarded = sql`update ${pages} set title = '' where ${callerIsLive(caller, 0, 0)} and ${rights} > 0`;
  expect(crossingOf(print(guarded).text)).toBeNull();
  const mixed = sql`select 1 from ${pages} join ${users} on ${callerIsLive(caller, 0, 0)}`;
  expect(crossingOf(print(mixed).text)).toBe("select pages users");
});
