/** The field for a comment. Its text is kept on the device until it is sent. */
import { Composer } from "../conversation/composer.tsx";
import type { CommentsUi } from "./ui.ts";

type Props = {
  readonly ui: CommentsUi;
  /** Identifies the draft: `new`, the thread, or the edited comment. */
  readonly id: string;
  readonly label: string;
  readonly text?: string;
  readonly sendLabel: string;
  readonly send: (content: string) => Promise<void>;
  readonly cancel: () => void;
};

export const ThreadComposer = ({ ui, id, label, text = "", sendLabel, send, cancel }: Props) => (
  <Composer
    root={ui.root}
    id={id}
    label={label}
    text={ui.kept.get(id) || text}
    sendLabel={sendLabel}
    drafts={ui.drafts}
    typed={() => undefined}
    changed={(now) => ui.kept.set(id, now === text ? "" : now)}
    send={async (content) => {
      await send(content);
      ui.kept.set(id, "");
    }}
    cancel={cancel}
  />
);
