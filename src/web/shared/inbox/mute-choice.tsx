/** The places that can be muted because of a notification: its page and its drive. */
import type { MutedPlaces } from "../../../features/mutes/contract.ts";
import type { Notification } from "../../../features/notifications/contract.ts";
import { words } from "../../../words/inbox.ts";
import type { InboxHandlers } from "./handlers.ts";

type Props = {
  readonly notification: Pick<Notification, "pageId" | "driveId">;
  readonly hands: InboxHandlers | null;
};

export const MuteChoice = ({ notification: { pageId, driveId }, hands }: Props) => {
  const button = (kind: keyof MutedPlaces, id: string | null, label: string) =>
    id !== null && (
      <button type="button" class="quiet" onClick={({ currentTarget }) => hands?.mute(currentTarget, kind, id)}>
        {label}
      </button>
    );
  return (
    <p class="actions inbox-more">
      {button("pages", pageId, words.mutePage)}
      {button("drives", driveId, words.muteDrive)}
    </p>
  );
};
