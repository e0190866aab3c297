/** Reads pasted and dropped data. */
import { withoutControls } from "../../../kernel/text.ts";

/** Text of a transfer, cleaned so that a page accepts it; empty if there is none of that type. */
export const textOf = (data: DataTransfer, type: "text/plain" | "text/markdown" | "text/html"): string =>
  withoutControls(data.getData(type));

/** Pasted or dropped data can only be read during its event; a copy can be pasted later. */
export function copyOf(data: DataTransfer): DataTransfer {
  const copy = new DataTransfer();
  for (const type of data.types) if (type !== "Files") copy.setData(type, data.getData(type));
  for (const file of data.files) copy.items.add(file);
  return copy;
}

export const pasteInto = (target: EventTarget, clipboardData: DataTransfer): boolean =>
  target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));

/** If there is text as well as a file, the file is only a picture of the text. */
export const filesOf = (data: DataTransfer | null): File[] =>
  data && data.getData("text/plain") === "" ? [...data.files] : [];
