/** SQL on users for other features: their search words, and who may see whose address. */
import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { driveMembers } from "../../db/schema/drives.ts";
import { connections } from "../../db/schema/people.ts";
import { personWords, users } from "../../db/schema/users.ts";
import { builder, sql, whole, write, type Operand, type SQL, type Write } from "../../db/sql.ts";
import { PERSON_WORD_RULES, wordsOfPerson } from "../../kernel/person-names.ts";
import { wasInvitedBy } from "../invitations/statements.ts";

type SearchableProfile = {
  readonly id: string;
  readonly name: string;
  readonly username: string | null;
  readonly displayName: string | null;
  readonly discoverable: boolean;
};

/** Users who are not discoverable have no words. */
export const indexPerson = ({ id, name, username, displayName, discoverable }: SearchableProfile): Write<number>[] => {
  const words = discoverable ? wordsOfPerson([username, displayName, name]) : [];
  return [
    write(builder.delete(personWords).where(eq(personWords.userId, id))),
    ...(words.length === 0
      ? []
      : [
          write(sql`
            insert into ${personWords} (word, user_id, rules)
            select value, ${id}, ${whole(PERSON_WORD_RULES)} from json_each(${JSON.stringify(words)})`),
        ]),
  ];
};

const u = alias(users, "u");
const i = alias(driveMembers, "i");

/**
 * The email of `users u` if the viewer may see it, otherwise null: their own, that of an accepted connection, the one
 * the viewer used to invite them to a page, or the one used to invite them to this drive, if it is still current.
 * `invitation` is a condition on that membership, `i`.
 */
export const visibleEmail = (viewerId: SQL, driveId: Operand, invitation: SQL): SQL => sql`case
  when ${u.id} = ${viewerId}
    or exists (
      select 1 from ${driveMembers} ${i}
      where ${i.driveId} = ${driveId}
        and ${i.userId} = ${u.id}
        and ${i.invitedEmail} = ${u.loginEmail}
        and ${invitation})
    or ${wasInvitedBy(viewerId, sql`${u.id}`, sql`${u.loginEmail}`)}
    or exists (
      select 1 from ${connections}
      where ${connections.lowId} = min(${u.id}, ${viewerId})
        and ${connections.highId} = max(${u.id}, ${viewerId})
        and ${connections.status} = 'accepted')
  then ${u.loginEmail} end`;
