/** The form that shares something: a field that finds people, and the level of access. */
import { useMemo, useRef } from "preact/hooks";
import { fieldOf } from "../ui/dom.ts";
import { attempt } from "../ui/notice.ts";
import { handleSubmit } from "../ui/rendered-dialog.ts";
import { EDIT_LEVEL, LEVELS } from "./people.ts";
import { PeoplePicker, type Picker } from "./people-picker.tsx";
import { anybody, type Candidate } from "./people-sources.ts";
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

export function ShareForm({ driveId, hasAccess, share }: FormProps) {
  const picker = useRef<Picker>(null);
  const source = useMemo(() => anybody(driveId, true), []);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const chosen = picker.current?.chosen() ?? null;
    if (chosen === null) return;
    await share(chosen, Number(fieldOf(form, "level")));
    picker.current?.clear();
  };
  return (
    <form class="row wrap share-form" novalidate onSubmit={handleSubmit(submit)}>
      <label for="share-user" class="hidden">
        {words.shareWith}
      </label>
      <div>
        <PeoplePicker
          id="share-user"
          source={source}
          leftOut={{ has: hasAccess, reason: words.haveAccess }}
          picker={picker}
        />
      </div>
      <select
        name="level"
        class="level"
        aria-label={people.theyMay}
        onChange={({ currentTarget }) => {
          // A user who may share can let others in, so this requires a recent sign-in.
          if (LEVELS[Number(currentTarget.value)]?.flags.canShare) attempt(currentTarget, confirmSharing);
        }}
      >
        {LEVELS.map(({ label }, index) => (
          <option value={index} selected={index === EDIT_LEVEL}>
            {label}
          </option>
        ))}
      </select>
      <button type="submit">{words.share}</button>
    </form>
  );
}
