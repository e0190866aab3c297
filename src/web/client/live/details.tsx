/** The details behind the button that shows whether a page is saved. */
import { withoutControls } from "../../../kernel/text.ts";
import { words } from "../../../words/live-details.ts";
import { words as live } from "../../../words/live.ts";
import { PeerAvatar, type LiveBarProps, nameOf } from "./avatar.tsx";
import { statusMessage } from "./messages.ts";

export const LiveDetails = (props: LiveBarProps) => {
  const { status, hasUnjoined, byRequest, people } = props;
  return (
    <>
      <p>{statusMessage(status, hasUnjoined, byRequest)}</p>
      {status.lostBy === 4401 && (
        <p class="actions">
          <a class="button" href={`/signin?next=${encodeURIComponent(location.pathname)}`}>
            {words.signInAgain}
          </a>
        </p>
      )}
      {status.state === "offline" && (
        <p class="actions">
          <button type="button" onClick={props.retry}>
            {words.tryNow}
          </button>
        </p>
      )}
      <Unsaved {...props} />
      {props.tools.map((tool) => (
        <p class="row spread live-row" key={tool.id}>
          <span>{words.toolChanged(tool.name)}</span>
          <button type="button" class="quiet" onClick={() => props.undo(tool)}>
            {words.undoTool(tool.name)}
          </button>
        </p>
      ))}
      {people.length > 0 && (
        <ul class="live-people">
          {people.map((person) => (
            <li key={person.client}>
              <button
                type="button"
                class="quiet"
                title={live.follow(nameOf(person))}
                onClick={() => props.follow(person)}
              >
                <PeerAvatar person={person} />
                <span aria-hidden="true">{nameOf(person)}</span>
                <span class="hidden">{live.follow(nameOf(person))}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

/** Text that the page rejected, or will never receive. */
function Unsaved({ status, byRequest, unsaved, unplaced, unjoined, copy, discard }: LiveBarProps) {
  const parts = unsaved.filter(({ refused }) => refused !== null || status.state === "lost");
  return (
    <>
      {(status.state === "lost" || byRequest === "refused") && unjoined !== "" && (
        <Words text={unjoined} why={words.neverReached} copy={copy} />
      )}
      {unplaced !== "" && <Words text={unplaced} why={words.unplaced} copy={copy} />}
      {parts.map(({ id, text, page, refused }) => (
        <Words
          key={id}
          text={text === "" ? page : text}
          why={refused === null ? words.unsaved : words.refusals[refused]}
          copy={copy}
          discard={refused === null ? null : () => discard(id)}
        />
      ))}
    </>
  );
}

type WordsProps = { text: string; why: string; copy: (text: string) => void; discard?: (() => void) | null };

/** The copied text has no control characters, so that the page accepts it when it is pasted back. */
const Words = ({ text, why, copy, discard = null }: WordsProps) => (
  <section class="live-unsaved">
    <p>{why}</p>
    <pre tabIndex={0}>{text}</pre>
    <p class="actions">
      <button type="button" onClick={() => copy(withoutControls(text))}>
        {words.copy}
      </button>
      {discard && (
        <button type="button" class="quiet" onClick={discard}>
          {words.discard}
        </button>
      )}
    </p>
  </section>
);
