/** Shown in a user's first drive: a question about their name, and a way to start. */
import { words } from "../../words/welcome.ts";
import type { DriveView, Shell } from "./load-shell.ts";

/** True if nothing was written yet and nobody has shared anything. */
export const isFirstRun = ({ drives }: Shell, drive: DriveView): boolean =>
  drives.length === 1 && drive.role === "owner" && drive.pageCount === 0;

export const FirstRun = ({ shell, drive }: { shell: Shell; drive: DriveView }) => (
  <section class="first-run" aria-labelledby="first-run" data-view="first-run" data-drive={drive.id} data-none>
    <h2 id="first-run">{words.welcome}</h2>
    <p>{words.yours}</p>
    <form class="stack">
      <label for="first-name">{words.callYou}</label>
      <input
        id="first-name"
        name="name"
        maxlength={100}
        autocomplete="name"
        placeholder={shell.user.name}
        aria-describedby="first-name-hint"
      />
      <p class="muted" id="first-name-hint">
        {words.nameHint}
      </p>
      <p class="actions">
        <button type="submit">{words.begin}</button>
        <button type="button" class="quiet outlined" data-open-new-page>
          {words.firstPage}
        </button>
      </p>
    </form>
  </section>
);
