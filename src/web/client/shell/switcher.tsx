/** Going from drive to drive, and making one: a list that is narrowed by typing where there are many. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Drive } from "../../../features/drives/contract.ts";
import type { DriveLink } from "../../shared/sidebar/side.tsx";
import { words } from "../../../words/drives.ts";
import { call, path } from "../api/api.ts";
import { openRenderedDialog } from "../ui/rendered-dialog.ts";
import { navigate } from "./navigation.ts";
import { attempt } from "../ui/notice.ts";
import { foldName } from "../../../kernel/fold.ts";
import { sideView } from "./side.tsx";

/** With more of them there is a field to find one. */
const MANY = 7;

export function openDrives(isMaking = false): void {
  openRenderedDialog(words.drives, ({ close }) => <Switcher startsMaking={isMaking} close={close} />, "drive-switcher");
}

type Props = { readonly startsMaking: boolean; readonly close: () => void };

function Switcher({ startsMaking, close }: Props) {
  const [drives, setDrives] = useState<readonly DriveLink[]>(sideView()?.drives ?? []);
  const [isMaking, setMaking] = useState(startsMaking || drives.length === 0);
  const [typed, setTyped] = useState("");
  useEffect(() => {
    // Others may have shared one since the side was printed.
    call<Drive[]>("GET", "/api/drives").then(
      (found) => setDrives(found.map(({ id, name, role }) => ({ id, name, isOwn: role === "owner" }))),
      () => undefined,
    );
  }, []);
  const open = (id: string): void => {
    close();
    attempt(null, () => navigate(path`/drives/${id}`));
  };
  if (isMaking)
    return <NewDrive first={typed} open={open} leave={drives.length === 0 ? null : () => setMaking(false)} />;
  return <DriveList drives={drives} typed={typed} type={setTyped} open={open} make={() => setMaking(true)} />;
}

type ListProps = {
  readonly drives: readonly DriveLink[];
  readonly typed: string;
  readonly type: (text: string) => void;
  readonly open: (id: string) => void;
  readonly make: () => void;
};

/** Where a key leads in the list, whose last place makes a drive; null for a key that leads nowhere. */
function placeAfter(event: KeyboardEvent, at: number, drives: readonly DriveLink[], isMany: boolean): number | null {
  const count = drives.length + 1;
  const { key } = event;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step !== undefined) return (at + step + count) % count;
  if (isMany) return null;
  const edge = { Home: 0, End: count - 1 }[key];
  if (edge !== undefined) return edge;
  if (key.length > 1 || event.ctrlKey || event.metaKey) return null;
  const begins = ({ name }: DriveLink): boolean => foldName(name).startsWith(foldName(key));
  const behind = drives.findIndex((drive, place) => place > at && begins(drive));
  const place = behind >= 0 ? behind : drives.findIndex(begins);
  return place >= 0 ? place : at;
}

function DriveList({ drives, typed, type, open, make }: ListProps) {
  const current = sideView()?.drive?.id;
  const sought = foldName(typed.trim());
  const found = drives.filter(({ name }) => foldName(name).includes(sought));
  const own = found.filter(({ isOwn }) => isOwn);
  const shared = found.filter(({ isOwn }) => !isOwn);
  const ordered = [...own, ...shared];
  const first = ordered.findIndex(({ id }) => id === current);
  const [chosen, setChosen] = useState(Math.max(0, first));
  const isMany = drives.length > MANY;
  const at = Math.min(chosen, ordered.length);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }), [at]);
  const pick = (place: number): void => {
    const drive = ordered[place];
    if (drive) open(drive.id);
    else make();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const place = placeAfter(event, at, ordered, isMany);
    if (place !== null) setChosen(place);
    else if (event.key === "Enter") pick(at);
    else return;
    event.preventDefault();
  };
  const change = (text: string): void => {
    type(text);
    setChosen(0);
  };
  const option = (place: number, name: string, detail = "") => (
    <DriveOption
      key={place}
      place={place}
      name={name}
      detail={detail}
      isChosen={place === at}
      {...{ pick, setChosen }}
    />
  );
  const optionOf = ({ id, name }: DriveLink, place: number) => option(place, name, id === current ? words.open : "");
  const handles = { "aria-activedescendant": `drive-${at}`, onKeyDown: onKey };
  return (
    <div class="drive-list" ref={box}>
      {isMany && <FindField typed={typed} change={change} handles={handles} />}
      <div
        id="drive-list"
        role="listbox"
        aria-label={words.drives}
        {...(!isMany && { tabIndex: 0, ref: focusOnce, ...handles })}
      >
        {own.length > 0 && shared.length > 0 && <Heading text={words.yours} />}
        {own.map((drive, place) => optionOf(drive, place))}
        {shared.length > 0 && own.length > 0 && <Heading text={words.shared} />}
        {shared.map((drive, place) => optionOf(drive, own.length + place))}
        {option(ordered.length, typed.trim() === "" ? words.newDrive : words.newDriveCalled(typed.trim()))}
      </div>
    </div>
  );
}

type FindProps = {
  readonly typed: string;
  readonly change: (text: string) => void;
  readonly handles: { readonly "aria-activedescendant": string; readonly onKeyDown: (event: KeyboardEvent) => void };
};

const FindField = ({ typed, change, handles }: FindProps) => (
  <input
    type="text"
    role="combobox"
    aria-expanded="true"
    aria-controls="drive-list"
    aria-autocomplete="list"
    aria-label={words.find}
    placeholder={words.find}
    autocomplete="off"
    spellcheck={false}
    autofocus
    value={typed}
    onInput={({ currentTarget }) => change(currentTarget.value)}
    {...handles}
  />
);

type OptionProps = {
  readonly place: number;
  readonly name: string;
  readonly detail: string;
  readonly isChosen: boolean;
  readonly pick: (place: number) => void;
  readonly setChosen: (place: number) => void;
};

const DriveOption = ({ place, name, detail, isChosen, pick, setChosen }: OptionProps) => (
  <div
    id={`drive-${place}`}
    role="option"
    class="row palette-option"
    aria-selected={isChosen}
    onClick={() => pick(place)}
    onPointerMove={() => isChosen || setChosen(place)}
  >
    <span class="palette-words truncate">{name}</span>
    <span class="palette-detail">{detail}</span>
  </div>
);

const Heading = ({ text }: { readonly text: string }) => (
  <div class="ui-menu-section" role="presentation">
    {text}
  </div>
);

const focusOnce = (list: HTMLElement | null): void => list?.focus();

type NewProps = { readonly first: string; readonly open: (id: string) => void; readonly leave: (() => void) | null };

function NewDrive({ first, open, leave }: NewProps) {
  const [name, setName] = useState(first.trim());
  const [place, setPlace] = useState("");
  const make = async (): Promise<void> => {
    const wanted = { name: name.trim(), ...(place !== "" && { location: place }) };
    open((await call<Drive>("POST", "/api/drives", wanted)).id);
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        attempt(event.currentTarget.querySelector<HTMLElement>("[type=submit]"), make);
      }}
    >
      <label for="new-drive">{words.name}</label>
      <input
        id="new-drive"
        required
        maxLength={100}
        autocomplete="off"
        ref={focusOnce}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <label for="new-drive-place">{words.place}</label>
      <select
        id="new-drive-place"
        aria-describedby="new-drive-place-hint"
        value={place}
        onChange={({ currentTarget }) => setPlace(currentTarget.value)}
      >
        <option value="">{words.nearYou}</option>
        {Object.entries(words.places).map(([location, label]) => (
          <option key={location} value={location}>
            {label}
          </option>
        ))}
      </select>
      <p id="new-drive-place-hint" class="muted">
        {words.placeHint}
      </p>
      <p class="muted">{words.ownHint}</p>
      <p class="actions">
        <button type="submit">{words.make}</button>
        {leave && (
          <button type="button" class="quiet" onClick={leave}>
            {words.back}
          </button>
        )}
      </p>
    </form>
  );
}
