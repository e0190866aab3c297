/** Following another participant of the page: a note names them and offers to stop. */
import type { EditorView } from "@codemirror/view";
import type { Participant } from "../../../realtime/protocol.ts";
import { followPeer, type Following } from "../editor/collaboration/follow.ts";
import type { LivePage } from "../../../live-client/page.ts";
import { words } from "../../../words/live-details.ts";
import { element } from "../ui/dom.ts";
import { nameOf } from "./avatar.tsx";
import { announce } from "../ui/notice.ts";

let current: Following | null = null;

/** Replaces the participant followed before; ends with the view. */
export function startFollowing(view: EditorView, page: LivePage, person: Participant, signal: AbortSignal): void {
  current?.stop();
  document.querySelector<HTMLElement>("#live-details:popover-open")?.hidePopover();
  const name = nameOf(person);
  const stop = element("button", { type: "button", class: "quiet" }, words.stop);
  const note = element(
    "p",
    { class: "row following", role: "status" },
    element("span", {}, words.following(name)),
    stop,
  );
  note.style.setProperty("--peer", person.colour);
  const leftPage = (): void => {
    if (page.people.some(({ client }) => client === person.client)) return;
    announce(words.leftPage(name));
    following.stop();
  };
  const following = followPeer({
    view,
    client: person.client,
    isOwn: ({ target }) => target instanceof Node && note.contains(target),
    ended() {
      note.remove();
      page.off("people", leftPage);
      signal.removeEventListener("abort", following.stop);
      if (current === following) current = null;
    },
  });
  current = following;
  stop.addEventListener("click", following.stop);
  page.on("people", leftPage);
  signal.addEventListener("abort", following.stop);
  document.body.append(note);
}
