/** Small forms in a layer at a task or column. */
import { type ComponentChildren, render } from "preact";
import { words } from "../../../words/tasks.ts";
import { openLayer } from "../ui/layer.ts";
import type { TaskActions } from "./actions.ts";

/** `draw` receives a function that closes the form; `back` runs after it closed. */
export function openForm(
  tasks: Pick<TaskActions, "whenOver">,
  anchor: Element,
  back: () => void,
  draw: (close: () => void) => ComponentChildren,
): void {
  const layer = openLayer("task-form-layer", anchor, "bottom-end");
  const outside = new AbortController();
  const close = (): void => {
    if (outside.signal.aborted) return;
    outside.abort();
    render(null, layer.element);
    layer.close();
    back();
  };
  render(draw(close), layer.element);
  layer.element.querySelector("input")?.focus();
  document.addEventListener(
    "pointerdown",
    ({ target }) => target instanceof Node && !layer.element.contains(target) && close(),
    { signal: outside.signal, capture: true },
  );
  tasks.whenOver(close);
}

type FormProps = {
  readonly name: string;
  readonly close: () => void;
  readonly submit?: (form: HTMLFormElement) => void;
  readonly children: ComponentChildren;
};

export const Form = ({ name, close, submit, children }: FormProps) => (
  <form
    class="task-form stack"
    aria-label={name}
    onKeyDown={(event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.stopPropagation();
      close();
    }}
    onSubmit={(event) => {
      event.preventDefault();
      submit?.(event.currentTarget);
    }}
  >
    {children}
  </form>
);

type TextFormProps = {
  readonly label: string;
  readonly value?: string;
  readonly isNumber?: boolean;
  readonly close: () => void;
  readonly save: (text: string) => void;
};

/** A form with one field. */
export const TextForm = ({ label, value = "", isNumber = false, close, save }: TextFormProps) => (
  <Form
    name={label}
    close={close}
    submit={(form) => {
      const field = form.elements.namedItem("text");
      const text = field instanceof HTMLInputElement ? field.value.trim() : "";
      close();
      save(text);
    }}
  >
    <label class="stack">
      {label}
      {isNumber ? (
        <input name="text" type="number" min={0} max={9_999} defaultValue={value} />
      ) : (
        <input name="text" dir="auto" maxlength={100} autocomplete="off" defaultValue={value} />
      )}
    </label>
    <div class="actions">
      <button type="submit">{words.save}</button>
    </div>
  </Form>
);
