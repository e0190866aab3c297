/** The keys that move through a list. */
import { words } from "../../../words/preview.ts";
import { keyName } from "../ui/key-names.ts";

export const KeyHints = () => (
  <p class="row muted key-hints" aria-hidden="true">
    <kbd>{keyName("ArrowUp")}</kbd>
    <kbd>{keyName("ArrowDown")}</kbd>
    {words.choose}
    <kbd>{keyName("Enter")}</kbd>
    {words.opens}
  </p>
);
