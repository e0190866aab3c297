/** The messages of a CHANNEL or AI_CHAT, below its description. */
import { ConversationView } from "../shared/conversation/conversation-view.tsx";
import { threadsOf } from "../shared/conversation/threads.ts";
import { words } from "../../words/page.ts";
import type { BodyProps } from "./sheet.tsx";

/** The messages, and their data in a template for the browser to continue with. */
export const Conversation = ({ page, writes, now }: BodyProps & { now: number }) => (
  <section class="conversation" aria-label={words.conversation}>
    {page.type === "AI_CHAT" && (
      <p class="muted">
        <span data-agent-state />{" "}
        <button type="button" class="quiet" data-agent>
          {words.agentSettings}
        </button>
      </p>
    )}
    <div data-messages>
      <ConversationView
        threads={threadsOf(page.messages)}
        now={now}
        hasOlder={page.nextMessageCursor !== null}
        writes={writes}
      />
    </div>
    <div data-runs />
    <template data-messages-source>
      {JSON.stringify({ messages: page.messages, older: page.nextMessageCursor })}
    </template>
    <div class="conversation-foot">
      <p class="muted truncate typing" data-typing />
      {writes && <div data-composer />}
    </div>
  </section>
);
