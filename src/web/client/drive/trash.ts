/** The trash of a drive: restoring and permanently deleting one page or the selected ones. */
import { plural } from "../../../words/plural.ts";
import { confirmRecentSignIn } from "../sign-in/step-up.ts";
import { words } from "../../../words/trash.ts";
import { call, path } from "../api/api.ts";
import { ask } from "../ui/dialog.ts";
import { element, find, onClick } from "../ui/dom.ts";
import { navigate } from "../shell/navigation.ts";
import { announce, attempt } from "../ui/notice.ts";
import { offerUndo } from "../ui/toast.ts";

type Item = { readonly id: string; readonly title: string; readonly row: HTMLElement };

export function startTrash(root: HTMLElement, signal: AbortSignal): void {
  onClick(root, "[data-act]", (control) => {
    const row = control.closest<HTMLElement>("[data-page]");
    const items = row ? [itemOf(row)] : chosenIn(root);
    const after = (): void => showChosen(root);
    if (control.dataset["act"]?.startsWith("restore") === true) attempt(control, () => restore(items).finally(after));
    else attempt(control, () => purge(items).finally(after));
  });
  root.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if ("all" in target.dataset) for (const box of boxesIn(root)) box.checked = target.checked;
    showChosen(root);
  });
  document.addEventListener(
    "keydown",
    (event) => {
      const isAll =
        (event.ctrlKey || event.metaKey) && event.key === "a" && !(event.target instanceof HTMLDialogElement);
      const isTyping = event.target instanceof HTMLElement && event.target.matches("input:not([type=checkbox])");
      if (!isAll || isTyping || document.querySelector("dialog:modal")) return;
      event.preventDefault();
      for (const box of boxesIn(root)) box.checked = true;
      showChosen(root);
    },
    { signal },
  );
  showChosen(root);
}

const boxesIn = (root: HTMLElement): HTMLInputElement[] => [
  ...root.querySelectorAll<HTMLInputElement>("[data-choose]"),
];

const itemOf = (row: HTMLElement): Item => ({
  id: row.dataset["page"] ?? "",
  title: row.dataset["title"] ?? "",
  row,
});

const chosenIn = (root: HTMLElement): Item[] =>
  boxesIn(root).flatMap((box) => {
    const row = box.checked ? box.closest<HTMLElement>("[data-page]") : null;
    return row ? [itemOf(row)] : [];
  });

function showChosen(root: HTMLElement): void {
  const boxes = boxesIn(root);
  const count = boxes.filter((box) => box.checked).length;
  const bar = find(".trash-bar", HTMLElement, root);
  if (!bar) return;
  bar.hidden = boxes.length === 0;
  const all = find("[data-all]", HTMLInputElement, bar);
  if (all) {
    all.checked = count > 0 && count === boxes.length;
    all.indeterminate = count > 0 && count < boxes.length;
  }
  find("[data-count]", HTMLElement, bar)?.replaceChildren(count === 0 ? words.chooseAll : plural(count, words.chosen));
  for (const button of bar.querySelectorAll("button")) button.disabled = count === 0;
}

/** Processes items one by one and announces the progress: each may be rejected individually. */
async function each(
  items: readonly Item[],
  progress: (place: number, count: number) => string,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  for (const [at, item] of items.entries()) {
    if (items.length > 1) announce(progress(at + 1, items.length));
    // oxlint-disable-next-line no-await-in-loop -- a rejection stops the loop
    await act(item);
  }
}

async function restore(items: readonly Item[]): Promise<void> {
  let toRoot = 0;
  await each(items, words.restoring, async ({ id, row }) => {
    const { restoredToRoot } = await call<{ restoredToRoot: boolean }>("POST", path`/api/pages/${id}/restore`);
    if (restoredToRoot) toRoot += 1;
    row.querySelector("[data-choose]")?.remove();
    row.querySelector(".actions")?.replaceChildren(element("a", { href: path`/pages/${id}` }, words.open));
  });
  const [first] = items;
  if (items.length === 1) first?.row.querySelector("a")?.focus();
  offerUndo(restored(items, toRoot), () =>
    attempt(null, async () => {
      await call("POST", "/api/pages/bulk/delete", { pageIds: items.map(({ id }) => id) });
      await navigate(location.href);
    }),
  );
}

function restored(items: readonly Item[], toRoot: number): string {
  const [first] = items;
  if (first && items.length === 1) return toRoot === 0 ? words.back(first.title) : words.backAtTop(first.title);
  if (toRoot === 0) return plural(items.length, words.pagesBack);
  return plural(items.length, toRoot === items.length ? words.pagesBackAtTop : words.pagesBackSomeAtTop);
}

async function purge(items: readonly Item[]): Promise<void> {
  const [first] = items;
  if (!first) return;
  const isOne = items.length === 1;
  const sentence = isOne ? words.goesForGood(first.title) : plural(items.length, words.pagesGoForGood);
  if (!(await confirmRecentSignIn())) return;
  if (!(await ask(words.deleteAsked, sentence, words.deleteForGood))) return;
  await each(items, words.deleting, async ({ id, row }) => {
    await call("DELETE", path`/api/trash/${id}`);
    row.remove();
  });
  announce(isOne ? words.gone(first.title) : plural(items.length, words.pagesGone));
}
