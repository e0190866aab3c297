/** The kinds of notification that the user receives: a switch for each, saved on change. */
import { useState } from "preact/hooks";
import type { NotificationSettings } from "../../../features/notifications/kinds/contract.ts";
import { OPTIONAL_KINDS, type OptionalKind } from "../../../kernel/notification-type.ts";
import { call } from "../api/api.ts";
import { announce, attempt } from "../ui/notice.ts";
import { openRenderedDialog } from "../ui/rendered-dialog.ts";
import { words } from "../../../words/notification-settings.ts";

const ADDRESS = "/api/notifications/settings";

export async function openNotificationSettings(): Promise<void> {
  const { off } = await call<NotificationSettings>("GET", ADDRESS);
  openRenderedDialog(words.title, () => <Settings first={off} />);
}

function Settings({ first }: { readonly first: readonly OptionalKind[] }) {
  const [off, setOff] = useState(first);
  const change = async (kind: OptionalKind, isOn: boolean): Promise<void> => {
    const wanted = isOn ? off.filter((each) => each !== kind) : [...off, kind];
    setOff(wanted);
    try {
      await call("PUT", ADDRESS, { off: wanted });
      announce(words.saved);
    } catch (error) {
      setOff(off);
      throw error;
    }
  };
  return (
    <>
      <p class="muted">{words.hint}</p>
      <ul class="notification-kinds">
        {OPTIONAL_KINDS.map((kind) => (
          <li key={kind}>
            <label class="row check">
              <input
                type="checkbox"
                name={kind}
                checked={!off.includes(kind)}
                onChange={({ currentTarget }) => attempt(currentTarget, () => change(kind, currentTarget.checked))}
              />
              {words[kind]}
            </label>
          </li>
        ))}
      </ul>
      <p class="muted">{words.securityHint}</p>
    </>
  );
}
