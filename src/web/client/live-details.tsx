/** What stands behind the button that says whether a page is saved. */
import { Face, type LiveBarProps, nameOf } from "./live-face.tsx";
import { REFUSALS, sentenceFor } from "./live-words.ts";

export const LiveDetails = (props: LiveBarProps) => {
  const { status, hasUnjoined, byRequest, people } = props;
  return (
    <>
      <p>{sentenceFor(status, hasUnjoined, byRequest)}</p>
      {status.lostBy === 4401 && (
        <p class="actions">
          <a class="button" href={`/signin?next=${encodeURIComponent(location.pathname)}`}>
            Sign in again
          </a>
        </p>
      )}
      {status.state === "offline" && (
        <p class="actions">
          <button type="button" onClick={props.retry}>
            Try now
          </button>
        </p>
      )}
      <Unsaved {...props} />
      {props.tools.map((tool) => (
        <p class="live-row" key={tool.id}>
          <span>{tool.name} changed this page.</span>
          <button type="button" class="quiet" onClick={() => props.undo(tool)}>
            Undo what {tool.name} did
          </button>
        </p>
      ))}
      {people.length > 0 && (
        <ul class="live-people">
          {people.map((person) => (
            <li key={person.client}>
              <Face person={person} {...props} />
              {nameOf(person)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

/** What the page did not take, or has not taken yet when it never will. */
function Unsaved({ status, byRequest, unsaved, unjoined, copy, discard }: LiveBarProps) {
  const parts = unsaved.filter(({ refused }) => refused !== null || status.state === "lost");
  return (
    <>
      {(status.state === "lost" || byRequest === "refused") && unjoined !== "" && (
        <Words text={unjoined} why="These words never reached the page." copy={copy} />
      )}
      {parts.map(({ id, text, page, refused }) => (
        <Words
          key={id}
          text={text === "" ? page : text}
          why={refused === null ? "These words are not saved." : REFUSALS[refused]}
          copy={copy}
          discard={refused === null ? null : () => discard(id)}
        />
      ))}
    </>
  );
}

type WordsProps = { text: string; why: string; copy: (text: string) => void; discard?: (() => void) | null };

const Words = ({ text, why, copy, discard = null }: WordsProps) => (
  <section class="live-unsaved">
    <p>{why}</p>
    <pre tabIndex={0}>{text}</pre>
    <p class="actions">
      <button type="button" onClick={() => copy(text)}>
        Copy
      </button>
      {discard && (
        <button type="button" class="quiet" onClick={discard}>
          Discard
        </button>
      )}
    </p>
  </section>
);
