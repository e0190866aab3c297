/** A menu of actions, navigated by arrow keys and first letters; Escape or a click outside closes it. */
import type { VirtualElement } from "@floating-ui/dom";
import { type JSX, render } from "preact";
import { foldName } from "../../../kernel/fold.ts";
import type { IconName } from "../../shared/icon-names.ts";
import { Icon } from "../../shared/icons.tsx";
import { openLayer } from "./layer.ts";
import { controlsIn, focusControl, rove } from "./roving.ts";

export type MenuItem = {
  readonly title: string;
  readonly icon?: IconName | JSX.Element;
  /** Its keyboard shortcut, in readable form. */
  readonly hint?: string;
  readonly section?: string;
  /** Parts are visually separated, without a heading. */
  readonly part?: string;
  /** Set for items that are mutually exclusive. */
  readonly isOn?: boolean;
  readonly run: () => void;
};

function Item({ item, pick }: { readonly item: MenuItem; readonly pick: (item: MenuItem) => void }) {
  const role = item.isOn === undefined ? "menuitem" : "menuitemradio";
  const checked = item.isOn === undefined ? {} : { "aria-checked": item.isOn };
  return (
    <button type="button" class="ui-menu-item" role={role} tabIndex={-1} {...checked} onClick={() => pick(item)}>
      {typeof item.icon === "string" ? <Icon name={item.icon} /> : item.icon}
      <span class="ui-menu-title">{item.title}</span>
      {item.hint ? (
        <span class="ed-hint" aria-hidden="true">
          {item.hint}
        </span>
      ) : null}
    </button>
  );
}

type Section = { readonly name: string; readonly items: MenuItem[] };

function sectionsOf(items: readonly MenuItem[]): Section[] {
  const sections = new Map<string, Section>();
  for (const item of items) {
    const name = item.section ?? "";
    const key = `${name}/${item.part ?? ""}`;
    const section = sections.get(key) ?? { name, items: [] };
    section.items.push(item);
    sections.set(key, section);
  }
  return [...sections.values()];
}

function Menu({ label, items, pick }: { label: string; items: readonly MenuItem[]; pick: (item: MenuItem) => void }) {
  return (
    <div role="menu" aria-label={label} class="ui-menu">
      {sectionsOf(items).map(({ name, items: own }) => (
        <div role="group" key={own[0]?.title} {...(name === "" ? {} : { "aria-label": name })}>
          {name === "" ? null : (
            <div class="ui-menu-section" aria-hidden="true">
              {name}
            </div>
          )}
          {own.map((item) => (
            <Item key={item.title} item={item} pick={pick} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Opens a menu and focuses it; `closed` is called when it closes, before the chosen action runs. */
export function openMenu(
  label: string,
  anchor: Element | VirtualElement,
  items: readonly MenuItem[],
  closed: () => void,
): () => void {
  const layer = openLayer("ui-menu-layer", anchor, "bottom-start");
  const { element } = layer;
  const outside = new AbortController();
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    outside.abort();
    render(null, element);
    layer.close();
    closed();
  };
  const pick = (item: MenuItem) => {
    close();
    item.run();
  };
  render(<Menu label={label} items={items} pick={pick} />, element);
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (!rove(event, element, "vertical")) goToLetter(element, event);
  });
  const leave = (event: Event) => {
    if (!(event.target instanceof Node && element.contains(event.target))) close();
  };
  document.addEventListener("pointerdown", leave, { capture: true, signal: outside.signal });
  // A menu of choices opens at the current choice, a menu of actions at the top.
  const chosen = items[0]?.isOn === undefined ? 0 : items.findIndex(({ isOn }) => isOn === true);
  focusControl(element, Math.max(0, chosen));
  return close;
}

function goToLetter(menu: Element, event: KeyboardEvent): void {
  if (event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
  const controls = controlsIn(menu);
  const at = controls.findIndex((control) => control === document.activeElement);
  const behind = [...controls.slice(at + 1), ...controls.slice(0, at + 1)];
  const letter = foldName(event.key);
  const found =
    letter &&
    behind.find((control) => foldName(control.querySelector(".ui-menu-title")?.textContent ?? "").startsWith(letter));
  if (found) focusControl(menu, controls.indexOf(found));
}
