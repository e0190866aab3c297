/** Keeps the marks, the cards and the count of open comments up to date. */
import { computed, effect } from "@preact/signals";
import type { MarginLayout } from "./margin-layout.ts";
import { DRAFT_MARK } from "./shown-marks.ts";
import type { Surfaces } from "./surfaces.ts";
import { activate, type CommentsUi } from "./ui.ts";

type Followed = {
  readonly root: HTMLElement;
  readonly ended: AbortSignal;
  readonly layout: MarginLayout;
  readonly surfaces: Surfaces;
  readonly showMarks: () => void;
};

export function followChanges(ui: CommentsUi, { root, ended, layout, surfaces, showMarks }: Followed): void {
  const { list, active, draft, hovered } = ui;
  const places = computed(() =>
    list.open.map(({ id, target, state }) => `${id} ${state} ${JSON.stringify(target)}`).join(),
  );
  const ends = [
    effect(() => {
      void places.value;
      void draft.value;
      showMarks();
    }),
    effect(() => {
      surfaces.light({ active: draft.value ? DRAFT_MARK : active.value, hovered: hovered.value });
    }),
    effect(() => {
      void [active.value, list.threads.value, draft.value];
      layout.request();
    }),
    effect(() => {
      root.toggleAttribute("data-threads-beside", layout.fits.value && list.open.length > 0);
    }),
    effect(() => {
      const { open, unread } = list.counts.value;
      for (const button of root.querySelectorAll<HTMLElement>("[data-act=comments]")) showCount(button, open, unread);
    }),
  ];
  ended.addEventListener("abort", () => {
    for (const end of ends) end();
  });
  const leaveOnEscape = (event: KeyboardEvent): void => {
    const { target } = event;
    const isCard = target instanceof HTMLElement && target.closest(".threads-margin") !== null;
    if (event.key !== "Escape" || event.defaultPrevented || !isCard) return;
    event.preventDefault();
    const thread = list.get(active.peek() ?? "");
    activate(ui, null);
    ui.leave(thread);
  };
  root.addEventListener("keydown", leaveOnEscape, { signal: ended });
}

function showCount(button: HTMLElement, open: number, unread: number): void {
  const count = button.querySelector<HTMLElement>("[data-comments-count]");
  if (!count) return;
  count.textContent = open === 0 ? "" : String(open);
  button.toggleAttribute("data-unread", unread > 0);
}
