/** The form that shares something: a field that finds people, and the level of access. */
import { useEffect, useRef } from "preact/hooks";
import { fieldOf } from "../ui/dom.ts";
import { attempt, onSubmit } from "../ui/notice.ts";
import { LEVELS } from "./people.ts";
import { anybody, type Candidate, PeoplePicker } from "./people-picker.ts";
import { confirmRecentSignIn } from "../sign-in/step-up.ts";
import { words as people } from "../../../words/people.ts";
import { words } from "../../../words/sharing.ts";

type FormProps = {
  /** The drive whose members are offered first; "" for none. */
  readonly driveId: string;
  readonly hasAccess: (userId: string) => boolean;
  readonly share: (whom: Candidate, level: number) => Promise<void>;
};

const confirmSharing = async (): Promise<void> => void (await confirmRecentSignIn());

export function ShareForm(props: FormProps) {
  const latest = useRef(props);
  latest.current = props;
  const form = useRef<HTMLFormElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const found = new PeoplePicker("share-user", anybody(props.driveId, true), {
      has: (id) => latest.current.hasAccess(id),
      reason: words.haveAccess,
    });
    place.current?.append(...found.nodes);
    if (!form.current) return;
    const shown = form.current;
    onSubmit(shown, async () => {
      const chosen = found.chosen();
      if (chosen === null) return;
      await latest.current.share(chosen, Number(fieldOf(shown, "level")));
      found.clear();
    });
  }, []);
  return (
    <form class="stack" novalidate ref={form}>
      <label for="share-user">{words.shareWith}</label>
      <div ref={place} />
      <div class="share-level">
        <select
          name="level"
          aria-label={people.theyMay}
          onChange={({ currentTarget }) => {
            // A user who may share can let others in, so this requires a recent sign-in.
            if (LEVELS[Number(currentTarget.value)]?.flags.canShare) attempt(currentTarget, confirmSharing);
          }}
        >
          {LEVELS.map(({ label }, index) => (
            <option value={index} selected={index === 1}>
              {label}
            </option>
          ))}
        </select>
        <button type="submit">{words.share}</button>
      </div>
    </form>
  );
}
