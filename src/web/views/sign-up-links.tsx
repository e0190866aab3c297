/** The button that opens the dialog of sign-up links. */
import { words } from "../../words/instance.ts";

export const SignUpLinksButton = () => (
  <p class="actions">
    <button type="button" class="quiet outlined" data-act="sign-up-links">
      {words.signUpLinks}
    </button>
  </p>
);
