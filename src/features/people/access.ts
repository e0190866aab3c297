/** SQL of people for other slices: the words somebody is found by, and who may know whose address. */
import { sql, write, type Query, type SQL } from "../../db/sql.ts";
import { wordsOfPerson } from "./rules.ts";

type Findable = {
  readonly id: string;
  readonly name: string;
  readonly username: string | null;
  readonly displayName: string | null;
  readonly discoverable: boolean;
};

/** Nobody who has not switched discovery on has any words. */
export const indexPerson = ({ id, name, username, displayName, discoverable }: Findable): Query<number>[] => {
  const words = discoverable ? wordsOfPerson([username, displayName, name]) : [];
  return [
    write(sql`delete from person_words where user_id = ${id}`),
    ...(words.length === 0
      ? []
      : [
          write(
            sql`insert into person_words (word, user_id) select value, ${id} from json_each(${JSON.stringify(words)})`,
          ),
        ]),
  ];
};

/**
 * The address of `users u` if the viewer may know it, else null: their own, that of an accepted connection, or one by
 * which somebody was invited to this drive who is still reached by it. `invitation` is a condition over that membership, `i`.
 */
export const knownEmail = (viewerId: SQL, driveId: SQL, invitation: SQL): SQL => sql`case
  when u.id = ${viewerId}
    or exists (select 1 from drive_members i where i.drive_id = ${driveId} and i.user_id = u.id and i.invited_email = u.login_email and ${invitation})
    or exists (select 1 from connections c where c.low_id = min(u.id, ${viewerId}) and c.high_id = max(u.id, ${viewerId}) and c.status = 'accepted')
  then u.login_email end`;
