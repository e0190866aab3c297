/** Reads what was pasted and dropped. */
import { withoutControls } from "../../kernel/text.ts";

/** Text of a transfer as a page accepts it, empty when there is none of that type. */
export const textOf = (data: DataTransfer, type: "text/plain" | "text/markdown" | "text/html"): string =>
  withoutControls(data.getData(type));

/** What was pasted or dropped can only be read while its event is handed out; a copy can be pasted later. */
export function copyOf(data: DataTransfer): DataTransfer {
  const copy = new DataTransfer();
  for (const type of data.types) if (type !== "Files") copy.setData(type, data.getData(type));
  for (const file of data.files) copy.items.add(file);
  return copy;
}

export const pasteInto = (target: EventTarget, clipboardData: DataTransfer): boolean =>
  target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));

/** Text that comes with a file is what was copied; the file is only a picture of it. */
export const filesOf = (data: DataTransfer | null): File[] =>
  data && data.getData("text/plain") === "" ? [...data.files] : [];
