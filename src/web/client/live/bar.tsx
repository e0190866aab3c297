/** The participants and the save state of an open page: one quiet element in the bar, with details behind it. */
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../../shared/icons.tsx";
import { words } from "../../../words/live.ts";
import { nameOf, PeerAvatar, type LiveBarProps } from "./avatar.tsx";
import { labelFor } from "./label.ts";
import { showError } from "../ui/notice.ts";
import { loadWhenIdle } from "../ui/when-idle.ts";

/** Number of avatars that fit in the bar of a phone. */
const SHOWN = 3;

/** Width of the details and their minimum distance from the edge of the screen, in px. */
const WIDTH = 352;
const EDGE = 12;

export function LiveBar(props: LiveBarProps) {
  const { status, byRequest, people, said } = props;
  const hasRefused = props.unsaved.some(({ refused }) => refused !== null);
  const label = hasRefused ? words.notSaved : labelFor(status, props.hasUnjoined, byRequest);
  const [Details, setDetails] = useState<((props: LiveBarProps) => VNode) | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const details = useRef<HTMLDivElement>(null);
  const load = async (): Promise<void> => {
    const { LiveDetails } = await import("./details.tsx");
    setDetails(() => LiveDetails);
  };
  const place = (): void => {
    if (!button.current || !details.current) return;
    const { bottom, right } = button.current.getBoundingClientRect();
    const { clientWidth } = document.documentElement;
    const mostRight = clientWidth - EDGE - Math.min(WIDTH, clientWidth - 2 * EDGE);
    const offset = Math.max(EDGE, Math.min(clientWidth - right, mostRight));
    Object.assign(details.current.style, { top: `${bottom + 4}px`, right: `${offset}px` });
  };
  useEffect(() => {
    // Loaded before the connection may be lost.
    loadWhenIdle(load);
    addEventListener("resize", place);
    return () => removeEventListener("resize", place);
  }, []);
  const open = (): void => {
    if (!Details) load().catch(showError);
    place();
  };
  const isSavedOtherwise = status.state === "offline" && (byRequest === "saved" || byRequest === "saving");
  const isBad = hasRefused || (["offline", "lost"].includes(status.state) && !isSavedOtherwise);
  return (
    <>
      {people.length > 0 && <Faces people={people} open={open} />}
      <button
        ref={button}
        type="button"
        class={`quiet status live-state${isBad ? " live-bad" : ""}`}
        popovertarget="live-details"
        onClick={open}
      >
        {!isBad && <Icon name="cloud-check" />}
        <span class="label">{label}</span>
      </button>
      <div ref={details} id="live-details" class="card live-details" popover="auto" aria-label={words.about}>
        {Details && <Details {...props} />}
      </div>
      <span class="hidden" role="status">
        {said}
      </span>
    </>
  );
}

type FacesProps = Pick<LiveBarProps, "people"> & { readonly open: () => void };

/** A single button, because overlapping avatars are too small to press: the details offer to follow each person. */
const Faces = ({ people, open }: FacesProps) => {
  const label = words.here(people.map(nameOf));
  return (
    <button type="button" class="quiet live-faces" title={label} popovertarget="live-details" onClick={open}>
      <span class="hidden">{label}</span>
      {people.slice(0, SHOWN).map((person) => (
        <PeerAvatar key={person.client} person={person} />
      ))}
      {people.length > SHOWN && (
        <span class="live-more" aria-hidden="true">
          +{people.length - SHOWN}
        </span>
      )}
    </button>
  );
};
