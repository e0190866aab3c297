/** SQL that finds users whose search words were created by older rules, and replaces those words. */
import { alias } from "drizzle-orm/sqlite-core";
import { personWords, users } from "../../db/schema/users.ts";
import { jsonList, many, rowsOf, sql, whole, write, type Query, type RowOf, type Write } from "../../db/sql.ts";
import { PERSON_WORD_RULES, wordsOfPerson } from "../../kernel/person-names.ts";

const PEOPLE_PER_SWEEP = 200;

const w = alias(personWords, "w");
const u = alias(users, "u");

const named = { id: u.id, name: u.name, username: u.username, displayName: u.displayName };
export type Named = RowOf<typeof named>;

export const listOutdated: Query<Named[]> = many(
  rowsOf(
    named,
    (columns) => sql`
      select ${columns}
      from (
        select distinct ${w.rules}, ${w.userId} id
        from ${personWords} ${w}
        where ${w.rules} < ${whole(PERSON_WORD_RULES)}
        order by ${w.rules}
        limit ${whole(PEOPLE_PER_SWEEP)}) outdated
      cross join ${users} ${u} on ${u.id} = outdated.id`,
  ),
);

/** Skips users who have changed a name or their discoverability since they were read: their words are already current. */
export const renewWords = (people: readonly Named[]): Write<number>[] => [
  write(sql`
    delete from ${personWords}
    where user_id in ${jsonList(people.map(({ id }) => id))}
      and rules < ${whole(PERSON_WORD_RULES)}`),
  write(sql`
    insert into ${personWords} (word, user_id, rules)
    select word.value, ${u.id}, ${whole(PERSON_WORD_RULES)}
    from json_each(${JSON.stringify(people.map((person) => ({ ...person, words: wordsOf(person) })))}) j
    cross join ${users} ${u} on ${u.id} = j.value ->> 'id'
    cross join json_each(j.value, '$.words') word
    where ${u.discoverable} = 1
      and ${u.name} = j.value ->> 'name'
      and ${u.username} is j.value ->> 'username'
      and ${u.displayName} is j.value ->> 'displayName'
    on conflict do nothing`),
];

const wordsOf = ({ name, username, displayName }: Named): string[] => wordsOfPerson([username, displayName, name]);
