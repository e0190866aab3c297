/** Keeping the words that somebody is found by; for the batch that changes their profile. */
import { sql, write, type Query } from "../../platform/sql.ts";
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
