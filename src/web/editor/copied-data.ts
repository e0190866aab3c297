/** What was pasted or dropped can only be read while its event is handed out; a copy can be pasted later. */
export function copyOf(data: DataTransfer): DataTransfer {
  const copy = new DataTransfer();
  for (const type of data.types) if (type !== "Files") copy.setData(type, data.getData(type));
  for (const file of data.files) copy.items.add(file);
  return copy;
}

export const pasteInto = (target: EventTarget, clipboardData: DataTransfer): boolean =>
  target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
