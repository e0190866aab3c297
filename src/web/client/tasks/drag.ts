/** Dragging tasks: a line shows where the dragged task will go. */
import { element } from "../ui/dom.ts";

type Place = { readonly column: string; readonly before: string | null; readonly list: HTMLElement };

export function listenToDrag(
  host: HTMLElement,
  drop: (key: string, column: string, before: string | null) => void,
  signal: AbortSignal,
): void {
  let held: HTMLElement | null = null;
  const line = element("li", { class: "task-line", "aria-hidden": "true" });
  const end = (): void => {
    held?.classList.remove("is-held");
    held = null;
    line.remove();
  };
  host.addEventListener(
    "dragstart",
    ({ target }) => {
      held = target instanceof HTMLElement && target.matches(".task") ? target : null;
      held?.classList.add("is-held");
    },
    { signal },
  );
  host.addEventListener(
    "dragover",
    (event) => {
      const place = held && placeAt(event, held);
      if (!place) return;
      event.preventDefault();
      const next = place.list.querySelector(`[data-task="${place.before ?? ""}"]`);
      if (line.parentElement !== place.list || line.nextElementSibling !== next) place.list.insertBefore(line, next);
    },
    { signal },
  );
  host.addEventListener(
    "drop",
    (event) => {
      const place = held && placeAt(event, held);
      if (!place) return;
      event.preventDefault();
      const key = held?.dataset["task"] ?? "";
      end();
      drop(key, place.column, place.before);
    },
    { signal },
  );
  host.addEventListener("dragend", end, { signal });
}

/** Before the first task whose middle is below the pointer. */
function placeAt({ target, clientY }: DragEvent, held: HTMLElement): Place | null {
  const column = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  const list = column?.querySelector<HTMLElement>("ul");
  if (!column || !list) return null;
  const next = [...list.querySelectorAll<HTMLElement>(".task")].find((row) => {
    const { top, height } = row.getBoundingClientRect();
    return row !== held && clientY < top + height / 2;
  });
  return { column: column.dataset["column"] ?? "", before: next?.dataset["task"] ?? null, list };
}
