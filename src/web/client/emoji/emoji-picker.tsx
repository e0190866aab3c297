/** The dialog that chooses an emoji: found by name, among the recent ones, or in groups. */
import { useMemo, useRef, useState } from "preact/hooks";
import { words } from "../../../words/emoji-picker.ts";
import { openRenderedDialog } from "../ui/rendered-dialog.ts";
import { type Emoji, findEmoji, readEmoji, withTone } from "./emoji-list.ts";
import { gridTarget } from "./grid-target.ts";
import { readSaved, saveRecent, saveTone } from "./saved-emoji.ts";

const TONES = ["", "🏻", "🏼", "🏽", "🏾", "🏿"];
const MAX_FOUND = 120;

/** `chosen` gets null if the icon is to be removed. */
export function openEmojiPicker(current: string | null, chosen: (emoji: string | null) => void): void {
  const dialog = openRenderedDialog(words.title, ({ close }) => {
    const choose = (emoji: string | null): void => {
      if (emoji !== null) saveRecent(emoji);
      close();
      chosen(emoji);
    };
    return <Picker current={current} choose={choose} />;
  });
  dialog.querySelector("input")?.focus();
}

type PickerProps = { readonly current: string | null; readonly choose: (emoji: string | null) => void };

function Picker({ current, choose }: PickerProps) {
  const [typed, setTyped] = useState("");
  const [tone, setTone] = useState(readSaved().tone);
  const grid = useRef<HTMLDivElement>(null);
  const changeTone = (next: string): void => {
    setTone(next);
    saveTone(next);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing || (event.key !== "Enter" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    const first = grid.current?.querySelector("button");
    if (event.key === "ArrowDown") first?.focus();
    else if (typed.trim() !== "") first?.click();
  };
  return (
    <div class="stack emoji-picker">
      <div class="row emoji-search">
        <input
          type="search"
          aria-label={words.find}
          placeholder={words.find}
          autocomplete="off"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={press}
        />
        <select
          aria-label={words.skinTone}
          value={tone}
          onChange={({ currentTarget }) => changeTone(currentTarget.value)}
        >
          {TONES.map((each) => (
            <option key={each} value={each}>
              {`✋${each}`}
            </option>
          ))}
        </select>
      </div>
      <div ref={grid} class="emoji-groups" onKeyDown={(event) => moveFocus(event, grid.current)}>
        <Sections typed={typed.trim()} tone={tone} choose={choose} />
      </div>
      {current !== null && (
        <p class="actions">
          <button type="button" class="quiet danger" onClick={() => choose(null)}>
            {words.remove}
          </button>
        </p>
      )}
    </div>
  );
}

type SectionsProps = {
  readonly typed: string;
  readonly tone: string;
  readonly choose: (emoji: string) => void;
};

/** The search results; without a query, the recent emoji and all groups. */
function Sections({ typed, tone, choose }: SectionsProps) {
  const groups = useMemo(readEmoji, []);
  const names = useMemo(() => namesOf(groups.flatMap(({ emoji }) => emoji)), [groups]);
  const recent = useMemo(() => readSaved().recent, []);
  const signs = (list: readonly Emoji[]): Sign[] =>
    list.map((emoji) => ({ sign: withTone(emoji, tone), name: emoji.name }));
  if (typed !== "") {
    const found = findEmoji(groups, typed, MAX_FOUND);
    if (found.length > 0) return <Signs label={words.found} signs={signs(found)} choose={choose} />;
    return (
      <p class="muted" role="status">
        {words.noneFound}
      </p>
    );
  }
  return (
    <>
      {recent.length > 0 && (
        <Signs
          label={words.recent}
          signs={recent.map((sign) => ({ sign, name: names.get(sign) ?? sign }))}
          choose={choose}
        />
      )}
      {groups.map(({ group, emoji }) => (
        <Signs key={group} label={words[group]} signs={signs(emoji)} choose={choose} />
      ))}
    </>
  );
}

type Sign = { readonly sign: string; readonly name: string };

/** Includes the variants with a skin tone. */
const namesOf = (all: readonly Emoji[]): ReadonlyMap<string, string> =>
  new Map(all.flatMap((emoji) => TONES.map((tone) => [withTone(emoji, tone), emoji.name] as const)));

type SignsProps = {
  readonly label: string;
  readonly signs: readonly Sign[];
  readonly choose: (emoji: string) => void;
};

const Signs = ({ label, signs, choose }: SignsProps) => (
  <section aria-label={label}>
    <h3>{label}</h3>
    <div class="emoji-grid">
      {signs.map(({ sign, name }) => (
        <button key={sign} type="button" class="quiet" aria-label={name} title={name} onClick={() => choose(sign)}>
          {sign}
        </button>
      ))}
    </div>
  </section>
);

/** Arrow keys, Home and End move between the emoji of all groups. */
function moveFocus(event: KeyboardEvent, grid: HTMLElement | null): void {
  if (!grid) return;
  const buttons = [...grid.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const isRtl = getComputedStyle(grid).direction === "rtl";
  const places = () =>
    buttons.map((button) => {
      const { left, top } = button.getBoundingClientRect();
      return { left, top };
    });
  const target = gridTarget(event.key, at, buttons.length, places, isRtl);
  if (target === null) return;
  event.preventDefault();
  if (target < 0) document.querySelector<HTMLElement>(".emoji-search input")?.focus();
  else buttons[target]?.focus();
}
