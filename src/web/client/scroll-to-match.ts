/** Where words that a search found stand in the view that is shown: they are brought into sight and selected. */

type Found = { readonly nodes: readonly Text[]; readonly starts: readonly number[]; readonly text: string };

/** The shown letters of a view, without marks that are hidden, and which node has them. */
function lettersOf(root: HTMLElement): Found {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  const starts: number[] = [];
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(".md-x, [hidden]")) continue;
    nodes.push(node);
    starts.push(text.length);
    text += node.data.toLowerCase();
  }
  return { nodes, starts, text };
}

function rangeOf({ nodes, starts }: Found, from: number, to: number): Range {
  const range = document.createRange();
  const place = (at: number, isEnd: boolean): [Text, number] | null => {
    const index = starts.findLastIndex((start) => (isEnd ? start < at : start <= at));
    const node = nodes[index];
    return node ? [node, at - (starts[index] ?? 0)] : null;
  };
  const [start, end] = [place(from, false), place(to, true)];
  if (start) range.setStart(...start);
  if (end) range.setEnd(...end);
  return range;
}

/** Goes to the first of `needles`, given from the most to the least exact, that is there. Nothing happens when none is. */
export function scrollToMatch(main: HTMLElement, needles: readonly string[]): void {
  const root = main.querySelector<HTMLElement>("[data-tasks-view], [data-doc], [data-file]");
  if (!root) return;
  const letters = lettersOf(root);
  for (const needle of needles) {
    const at = needle === "" ? -1 : letters.text.indexOf(needle.toLowerCase());
    if (at < 0) continue;
    const range = rangeOf(letters, at, at + needle.length);
    // A view that has just arrived shows what is further down with its second frame.
    main.classList.remove("top-first");
    range.startContainer.parentElement?.scrollIntoView({ block: "center" });
    getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
    return;
  }
}
