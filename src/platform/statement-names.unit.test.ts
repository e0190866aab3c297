/** Statements are named by their verb and tables. */
import { expect, test } from "vitest";
import { statementNameOf, nameStatement } from "./statement-names.ts";

test.each([
  ["select s.id from sessions s join users u on u.id = s.user_id where s.token_hash = ?", "select sessions users"],
  ["insert into audit_outbox (id, entry) values (?, ?)", "insert audit_outbox"],
  ["insert into page_contents (page_id) values (?) on conflict do update set content = 1", "insert page_contents"],
  ["update sessions set last_seen_at = ? where token_hash = ?", "update sessions"],
  ["delete from magic_links where id in (select id from magic_links limit 5)", "delete magic_links"],
  [
    "with recursive up (id, parent_id) as (select id, parent_id from pages where id = ? union all select p.id, p.parent_id from up cross join pages p on p.id = up.parent_id) select * from up",
    "select pages",
  ],
  ["select value from json_each(?)", "select"],
  ["select 1 from a join b join c join d join e", "select a b c d"],
])("names the statement %s", (text, name) => {
  expect(nameStatement(text)).toBe(name);
});

test("ignores quotes around names", () => {
  expect(statementNameOf('select "id" from "pages" where "pages"."id" = ?')).toBe("select pages");
});
