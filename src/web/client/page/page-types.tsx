/** The page types as tiles, each with its icon and a line about its purpose. */
import { CREATABLE_TYPES, type PageType, typeHue } from "../../../kernel/page-type.ts";
import { words } from "../../../words/new-page.ts";
import { PageIcon } from "../../shared/icons.tsx";
import { labelOf } from "../../shared/page-kinds.ts";
import { controlsIn, focusControl, rove } from "../ui/roving.ts";

type ListProps = { readonly isFocused: boolean; readonly choose: (type: PageType) => void };

/** A single tab stop, like a toolbar; the arrow keys move between the buttons. */
export function PageTypes({ isFocused, choose }: ListProps) {
  return (
    <div
      class="page-types"
      role="group"
      aria-label={words.type}
      onFocusIn={({ currentTarget, target }) => {
        // The pointer may focus another button than the arrow keys.
        for (const each of currentTarget.querySelectorAll("button")) each.tabIndex = each === target ? 0 : -1;
      }}
      onKeyDown={(event) => {
        if (!moveRow(event, event.currentTarget)) rove(event, event.currentTarget, "horizontal");
      }}
    >
      {CREATABLE_TYPES.map((type, at) => (
        <button
          type="button"
          key={type}
          data-type={type}
          tabIndex={at === 0 ? 0 : -1}
          autofocus={isFocused && at === 0}
          // The second press of a double-click was meant for the button that opened this.
          onClick={(event) => event.detail < 2 && choose(type)}
        >
          <span class="tile" data-hue={typeHue(type)}>
            <PageIcon type={type} />
          </span>
          <span class="page-type-name">{labelOf(type)}</span>
          <span class="page-type-words">{words.types[type]}</span>
        </button>
      ))}
    </div>
  );
}

/** Moves the focus to the tile above or below. Returns true if the key was one of these arrows. */
function moveRow(event: KeyboardEvent, group: HTMLElement): boolean {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return false;
  event.preventDefault();
  const tiles = controlsIn(group);
  const perRow = tiles.filter(({ offsetTop }) => offsetTop === tiles[0]?.offsetTop).length;
  const next =
    tiles.findIndex((tile) => tile === document.activeElement) + (event.key === "ArrowDown" ? perRow : -perRow);
  if (next >= 0 && next < tiles.length) focusControl(group, next);
  return true;
}
