/** The user's notifications. */
import { words as frame } from "../../words/frame.ts";
import { type InboxData, InboxView } from "../shared/inbox/inbox-view.tsx";
import type { Shell } from "./load-shell.ts";
import { ShellPage } from "./shell.tsx";

export const inboxPage = (shell: Shell, data: InboxData) => (
  <ShellPage title={frame.notifications} shell={shell} here="inbox">
    <div data-view="inbox" data-user={shell.user.id} data-inbox={JSON.stringify(data)} data-now={shell.now}>
      <InboxView {...data} now={shell.now} />
    </div>
  </ShellPage>
);
