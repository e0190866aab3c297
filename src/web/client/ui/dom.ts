/** Creates and finds elements without markup in strings. */

type Attributes = Readonly<Record<string, string | number | boolean | ((event: Event) => void) | null>>;
type Content = Node | string | null;

/**
 * `element("button", { type: "button", onclick: save }, "Save")`. `true` is an attribute without a value; `false` and
 * null leave it out; functions listen to the event their key names after `on`.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const part of content)
    if (part !== null) node.appendChild(typeof part === "string" ? document.createTextNode(part) : part);
  return node;
}

/** The first match, if it is an instance of the class. */
export function find<T extends Element>(selector: string, kind: new () => T, within: ParentNode = document): T | null {
  const found = within.querySelector(selector);
  return found instanceof kind ? found : null;
}

/** Replaces the words of a control, which may follow an icon. */
export function setLabel(control: HTMLElement, label: string): void {
  (control.querySelector(".label") ?? control).textContent = label;
}

/** Like `find`, for elements that the server always renders. Throws if there is none. */
export function need<T extends Element>(selector: string, kind: new () => T, within: ParentNode = document): T {
  const found = find(selector, kind, within);
  if (!found) throw new Error(`${selector} is not in the page.`);
  return found;
}

/** Runs `act` for clicks on matching descendants of `within`. */
export function onClick(within: HTMLElement, selector: string, act: (target: HTMLElement) => void): void {
  within.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest(selector) : null;
    if (target instanceof HTMLElement && within.contains(target)) act(target);
  });
}

/** The trimmed text of a form field. */
export function fieldOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value.trim() : "";
}
