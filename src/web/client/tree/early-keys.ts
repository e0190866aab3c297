/** Whether a key on a row of the tree waits for the script that knows what it does; other keys are the browser's. */
export function isTreeKey({ target, key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (isComposing || !(target instanceof Element) || !target.closest("[role=treeitem]")) return false;
  if (altKey) return key === "ArrowUp" || key === "ArrowDown";
  if (ctrlKey || metaKey) return /^[xvza]$/i.test(key);
  return key === "F2" || !/^(?:Tab|F\d+)$/.test(key);
}
