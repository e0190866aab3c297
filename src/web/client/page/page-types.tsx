/** The list of page types, each with a picture and a line about its purpose. */
import { CREATABLE_TYPES, type PageType } from "../../../kernel/page-type.ts";
import { words } from "../../../words/new-page.ts";
import { rove } from "../ui/roving.ts";
import { labelOf } from "../../shared/page-kinds.ts";

/** SVG paths in a 24 by 24 view box. */
const PICTURES: Readonly<Record<PageType, string>> = {
  DOCUMENT: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  FOLDER: "M3 7a2 2 0 0 1 2-2h4l2 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
  TASK_LIST: "M3 6l2 2 3-4M3 12l2 2 3-4M3 18l2 2 3-4M11 6h10M11 12h10M11 18h10",
  SHEET: "M4 4h16v16H4zM4 9.5h16M4 15h16M10 4v16",
  CODE: "M7 7l-5 5 5 5M17 7l5 5-5 5M14 4l-4 16",
  CANVAS: "M3 4h18v16H3zM3 16l5-5 4 4 3-3 6 5M15 8h2v2h-2z",
  CHANNEL: "M9.5 4L7 20M17 4l-2.5 16M4 9h17M3 15h17",
  AI_CHAT: "M4 4h16v12h-9l-5 4v-4H4zM12 6.5l1 2.5 2.5 1-2.5 1-1 2.5-1-2.5L8.5 10 11 9z",
  FILE: "M6 3h8l4 4v14H6zM14 3v4h4M12 10v7M9 14l3 3 3-3",
};

const Picture = ({ type }: { readonly type: PageType }) => (
  <svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={PICTURES[type]} />
  </svg>
);

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
        if (rove(event, event.currentTarget, "vertical")) return;
        if (event.key === "ArrowRight" || event.key === "ArrowLeft") rove(event, event.currentTarget, "horizontal");
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
          <Picture type={type} />
          <span class="page-type-name">{labelOf(type)}</span>
          <span class="page-type-words">{words.types[type]}</span>
        </button>
      ))}
    </div>
  );
}
