/** Where the focus goes when a dialog opens, including one whose content arrives later, and when it closes. */

/**
 * In order of preference: the first selector that matches decides. A destructive control never receives the focus
 * automatically.
 */
const PREFERENCES = [
  "[autofocus]",
  "input:not([type=hidden]), select, textarea, [contenteditable=true]",
  "button:not(.danger), a[href], summary, [tabindex='0']",
];

const FIELDS = 1;

const isUsable = (node: HTMLElement): boolean =>
  node.checkVisibility({ visibilityProperty: true }) && !node.matches(":disabled, [inert] *, [tabindex='-1']");

type Target = { readonly node: HTMLElement; readonly rank: number };

function targetIn(dialog: HTMLDialogElement): Target | null {
  const body = dialog.querySelector(".dialog-body");
  for (const [rank, selector] of PREFERENCES.entries()) {
    const node = [...(body?.querySelectorAll<HTMLElement>(selector) ?? [])].find(isUsable);
    if (node) return { node, rank };
  }
  // For a confirmation, the button that closes it without harm; for text alone, the heading.
  const rest = dialog.querySelector<HTMLElement>(body?.querySelector(".danger") ? "header button" : "h2");
  return rest && { node: rest, rank: PREFERENCES.length };
}

/**
 * Focuses the first field, otherwise the first control, otherwise the heading. Until the user acts, the focus moves to
 * a better target when content arrives, unless the dialog itself has moved the focus.
 */
export function focusFirst(dialog: HTMLDialogElement): void {
  let focused: Target | null = null;
  const place = (): void => {
    const active = document.activeElement;
    if (focused && active !== focused.node && dialog.contains(active) && active !== dialog) return;
    const target = targetIn(dialog);
    if (!target || target.node === focused?.node) return;
    const isBetter = !focused?.node.isConnected || target.rank < focused.rank || target.rank === FIELDS;
    if (!isBetter) return;
    focused = target;
    target.node.focus();
  };
  place();
  const observer = new MutationObserver(place);
  observer.observe(dialog, { childList: true, subtree: true });
  const stop = (): void => observer.disconnect();
  for (const type of ["keydown", "pointerdown", "close"]) dialog.addEventListener(type, stop, { once: true });
}

/** The browser restores the focus to the previous element. If that is gone, such as a list item, the page receives it. */
export function focusOpener(opener: Element | null): void {
  const active = document.activeElement;
  if (active !== null && active !== document.body) return;
  if (opener instanceof HTMLElement && opener.isConnected && opener.checkVisibility()) return opener.focus();
  const main = document.querySelector<HTMLElement>("main");
  if (!main) return;
  if (!main.hasAttribute("tabindex")) main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
