/** Roving focus: a group of controls is a single tab stop, and arrow keys, Home and End move within it. */

const KEYS = {
  horizontal: { ArrowRight: 1, ArrowLeft: -1 },
  vertical: { ArrowDown: 1, ArrowUp: -1 },
} as const satisfies Record<string, Readonly<Record<string, number>>>;

export const controlsIn = (group: Element): HTMLElement[] => [
  ...group.querySelectorAll<HTMLElement>("button:not(:disabled, [hidden]), [role^=menuitem], a[download]"),
];

export function focusControl(group: Element, index: number): void {
  const controls = controlsIn(group);
  const chosen = controls.at(controls.length === 0 ? 0 : index % controls.length);
  for (const control of controls) control.tabIndex = control === chosen ? 0 : -1;
  chosen?.focus();
}

/** Returns true if the key moved the focus. */
export function rove(event: KeyboardEvent, group: Element, direction: keyof typeof KEYS): boolean {
  const controls = controlsIn(group);
  const at = controls.findIndex((control) => control === document.activeElement);
  const steps: Readonly<Record<string, number>> = KEYS[direction];
  const step = steps[event.key];
  const rtl = direction === "horizontal" && getComputedStyle(group).direction === "rtl" ? -1 : 1;
  if (step !== undefined) focusControl(group, at + step * rtl);
  else if (event.key === "Home") focusControl(group, 0);
  else if (event.key === "End") focusControl(group, -1);
  else return false;
  event.preventDefault();
  return true;
}
