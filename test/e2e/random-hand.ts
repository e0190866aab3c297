/** Random user actions on an open document: the part that runs in the page. */

/** Defines `hand(seed, steps)` in the page, which resolves with its actions; a seed repeats the same actions on the same text. */
export const HAND = String.raw`(() => {
const viewOf = () => document.querySelector(".doc .cm-content").cmTile.root.view;
const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const TYPED = ["word", " two words ", "**", "*", "_", "~~", "==", "\x60", "# ", "- ", "1. ", "- [ ] ", "> ", "|", "\\", "\t", "$", "$$",
  "[a link](https://example.com)", "![alt](/assets/icon.svg)", "![[", "[^1]", "[^1]: note", "[!note]", "---", "\x60\x60\x60", "\x60\x60\x60js", "<b>", "&amp;", "🙂",
  "👩‍👩‍👧", "é", "e\u0301", "مرحبا", "日本語", "https://example.com/a_b", "@", ":", "  ", "| a | b |", "x", "y", "z", "'", '"', "("];
const PASTED_TEXT = ["plain words", "two\nlines", "# Heading\n\n- a\n- b", "a\tb\nc\td", "https://example.com", "| a | b |\n| - | - |\n| 1 | 2 |",
  "> quote\n\n\x60\x60\x60ts\nlet a = 1;\n\x60\x60\x60\n", "$$\nx^2\n$$", "![i](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)"];
const PASTED_HTML = ["<p>one <b>bold</b> <i>it</i></p><ul><li>a<ul><li>b</li></ul></li></ul>", "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2|3</td></tr></table>",
  "<h2>Title</h2><p><a href='https://example.com'>link</a></p><pre><code>code\n</code></pre>", "<span>inline <code>x</code></span>", "<blockquote><p>quoted</p></blockquote><hr><ol start=3><li>c</li></ol>"];
const SLASHES = ["", "h1", "h2", "todo", "ul", "ol", "quote", "code", "rule", "math", "table", "t 3x4", "note", "warning", "date", "footnote", "diagram", "text"];
const MOD_KEYS = ["b", "i", "e", "k", "]", "[", "Enter", "a", "Home", "End"];

function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n) => Math.floor(next() * n);
  return { next, below, of: (list) => list[below(list.length)] };
}

const CODES = { " ": 32, Enter: 13, Tab: 9, Escape: 27, Backspace: 8, Delete: 46, ArrowUp: 38, ArrowDown: 40, ArrowLeft: 37, ArrowRight: 39, Home: 36, End: 35, ".": 190, "[": 219, "]": 221 };

function key(name, mods = {}) {
  const keyCode = CODES[name] ?? name.toUpperCase().charCodeAt(0);
  const event = new KeyboardEvent("keydown", { key: name, keyCode, bubbles: true, cancelable: true, composed: true, ...mods });
  return document.activeElement.dispatchEvent(event);
}
const ctrl = (name, mods) => key(name, { ctrlKey: true, ...mods });

function press(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true, button: 0, detail: 1 };
  element.dispatchEvent(new PointerEvent("pointerdown", { ...at, pointerId: 1, isPrimary: true }));
  element.dispatchEvent(new MouseEvent("mousedown", { ...at, buttons: 1 }));
  element.dispatchEvent(new PointerEvent("pointerup", { ...at, pointerId: 1, isPrimary: true }));
  element.dispatchEvent(new MouseEvent("mouseup", at));
  element.dispatchEvent(new MouseEvent("click", at));
}

function clip(type, data = {}) {
  const clipboardData = new DataTransfer();
  for (const [kind, text] of Object.entries(data)) clipboardData.setData(kind, text);
  document.activeElement.dispatchEvent(new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true }));
  return clipboardData;
}

/** As a key does: the event before it is not sent for what scripts put in. */
function insert(text) {
  const event = new InputEvent("beforeinput", { inputType: "insertText", data: text, bubbles: true, cancelable: true });
  if (document.activeElement.dispatchEvent(event)) document.execCommand("insertText", false, text);
}
const isIn = (selector) => document.activeElement?.closest(selector) != null;

function select({ below, next }) {
  const view = viewOf();
  const { length } = view.state.doc;
  const anchor = below(length + 1);
  const how = next();
  const head = how < 0.65 ? anchor : how < 0.93 ? Math.max(0, Math.min(length, anchor + below(120) - 60)) : below(length + 1);
  // No caret comes to stand within a character.
  const outside = (at) => (/[\uDC00-\uDFFF]/.test(view.state.sliceDoc(at, at + 1)) ? at + 1 : at);
  view.focus();
  view.dispatch({ selection: { anchor: outside(anchor), head: outside(head) }, scrollIntoView: next() < 0.7 });
  return anchor + "-" + head;
}

/** What a person would do at last, whatever is open. */
async function returnToText() {
  // The browser itself closes a dialog, and only for a key that is real.
  for (const dialog of document.querySelectorAll("dialog:modal")) dialog.close();
  for (let i = 0; i < 3 && !isIn(".doc .cm-content"); i++) {
    key("Escape");
    await frame();
  }
  if (!isIn(".doc .cm-content")) viewOf().focus();
}

async function pickOf({ of }, selector) {
  for (let i = 0; i < 4 && !document.querySelector(selector); i++) await frame();
  const items = [...document.querySelectorAll(selector)];
  if (items.length === 0) return "nothing";
  const item = of(items);
  const name = item.getAttribute("aria-label") ?? item.textContent;
  press(item);
  await frame();
  return name;
}

const typed = (r) => {
  const text = r.of(TYPED);
  insert(text);
  return text;
};

const ACTIONS = [
  [10, "select", (r) => select(r)],
  [22, "type", (r) => typed(r)],
  [6, "enter", (r) => void key("Enter", { shiftKey: r.next() < 0.2 })],
  [7, "backspace", (r) => { for (let i = r.below(4); i >= 0; i--) key("Backspace", { ctrlKey: r.next() < 0.2 }); }],
  [3, "delete", (r) => { for (let i = r.below(3); i >= 0; i--) key("Delete", { ctrlKey: r.next() < 0.2 }); }],
  [4, "tab", (r) => void key("Tab", { shiftKey: r.next() < 0.4 })],
  [6, "arrow", (r) => { const name = r.of(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]); for (let i = r.below(4); i >= 0; i--) key(name, { shiftKey: r.next() < 0.2 }); return name; }],
  [4, "modified key", async (r) => {
    const name = r.of(MOD_KEYS);
    ctrl(name, { shiftKey: r.next() < 0.15 });
    if (name !== "k") return name;
    // Nobody types on into the palette or the field for a link before they see it: Enter there leads to another page.
    for (let i = 0; i < 20 && isIn(".doc .cm-content"); i++) await frame();
    await returnToText();
    return name;
  }],
  [3, "block key", (r) => r.of([() => key("ArrowUp", { altKey: true }), () => key("ArrowDown", { altKey: true }), () => ctrl("d", { shiftKey: true }), () => ctrl("Backspace", { shiftKey: true })])()],
  [2, "turn into", (r) => { const digit = String(r.below(9)); ctrl(digit, { altKey: true }); ctrl(digit, { shiftKey: true }); return digit; }],
  [5, "paste text", (r) => { const text = r.of(PASTED_TEXT); clip("paste", { "text/plain": text }); return text; }],
  [4, "paste html", async (r) => { const html = r.of(PASTED_HTML); clip("paste", { "text/html": html, "text/plain": html.replace(/<[^>]*>/g, " ") }); await pause(30); return html; }],
  [4, "cut and paste", async (r) => {
    const data = clip("cut");
    const kinds = Object.fromEntries([...data.types].map((type) => [type, data.getData(type)]));
    await frame();
    select(r);
    if (Object.keys(kinds).length > 0) clip("paste", kinds);
    return kinds["text/plain"];
  }],
  [7, "undo", (r) => { const count = r.below(6) + 1; for (let i = 0; i < count; i++) ctrl("z"); return count; }],
  [4, "redo", (r) => { const count = r.below(5) + 1; for (let i = 0; i < count; i++) ctrl("y"); return count; }],
  [3, "slash", async (r) => {
    insert(r.next() < 0.5 ? "/" : " /");
    await pause(0);
    const query = r.of(SLASHES);
    if (query !== "") insert(query);
    for (let i = 0; i < 20 && !document.querySelector("[role=listbox]"); i++) await frame();
    await pause(90);
    for (let i = r.below(5); i > 0; i--) key("ArrowDown");
    key(r.next() < 0.85 ? "Enter" : "Escape");
    return query;
  }],
  [3, "block menu", async (r) => { ctrl("."); const name = await pickOf(r, "[role=menu] [role^=menuitem]"); await returnToText(); return name; }],
  [3, "toolbar", async (r) => { const at = select(r); await frame(); const name = await pickOf(r, ".ed-toolbar button"); await returnToText(); return at + " " + name; }],
  [8, "cell", async (r) => {
    const cells = [...document.querySelectorAll(".doc .md-tw td, .doc .md-tw th")];
    if (cells.length === 0) return "none";
    press(r.of(cells));
    const done = [];
    for (let i = r.below(5); i >= 0; i--) {
      const does = r.of([() => typed(r), () => typed(r), () => key("Tab"), () => key("Tab", { shiftKey: true }), () => key("Enter"), () => key("Backspace"), () => ctrl("z"),
        () => key(r.of(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])), () => clip("paste", { "text/plain": r.of(PASTED_TEXT) }), () => clip("paste", { "text/html": r.of(PASTED_HTML), "text/plain": "x" }), () => clip("cut")]);
      done.push(does());
      await frame();
    }
    return done.join(" ");
  }],
  [4, "table bar", async (r) => {
    const cells = [...document.querySelectorAll(".doc .md-tw td, .doc .md-tw th")];
    if (cells.length === 0) return "none";
    press(r.of(cells));
    await frame();
    const name = await pickOf(r, ".ed-table-bar button, [role=toolbar][aria-label*=able] button");
    const chosen = document.querySelector("[role=menu]") ? await pickOf(r, "[role=menu] [role^=menuitem]") : "";
    await returnToText();
    return name + " " + chosen;
  }],
  [3, "task", (r) => { const boxes = [...document.querySelectorAll(".doc .md-check")]; if (boxes.length > 0) press(r.of(boxes)); }],
  [3, "image", async (r) => {
    const images = [...document.querySelectorAll(".doc .md-figure-block, .doc .md-figure, .doc img")];
    if (images.length === 0) return "none";
    press(r.of(images));
    await frame();
    const popover = [...document.querySelectorAll(".layer button, [role=dialog] button, [role=toolbar] button")].filter((each) => !/file|upload|replace|open|download/i.test(each.textContent + each.ariaLabel));
    const button = popover.length > 0 && r.next() < 0.7 ? r.of(popover) : null;
    if (button) press(button);
    else if (r.next() < 0.5) key(r.of(["Backspace", "Delete", "Enter", "ArrowDown"]));
    await frame();
    await returnToText();
    return button?.textContent;
  }],
  [1, "find", async (r) => {
    ctrl("f");
    for (let i = 0; i < 6 && !isIn(".ed-find, .cm-panel, [role=search]"); i++) await frame();
    if (isIn(".cm-content")) return "no panel";
    insert(r.of(["a", "the", "|", "x", "**"]));
    await frame();
    key("Enter");
    await frame();
    await returnToText();
  }],
  [2, "scroll", async (r) => { scrollTo(0, r.below(document.documentElement.scrollHeight)); await frame(); }],
  [1, "blur", async () => { document.activeElement.blur(); await frame(); viewOf().focus(); }],
];
const TOTAL = ACTIONS.reduce((sum, [weight]) => sum + weight, 0);

globalThis.done = [];
addEventListener("error", ({ error }) => noteViolation("uncaught " + error?.stack + " after " + JSON.stringify(globalThis.done.slice(-2))));
addEventListener("unhandledrejection", ({ reason }) => noteViolation("rejected " + reason?.stack + " after " + JSON.stringify(globalThis.done.slice(-2))));
addEventListener("securitypolicyviolation", ({ target }) => noteViolation("by " + (target.outerHTML ?? "").slice(0, 300) + " after " + JSON.stringify(globalThis.done.slice(-2))));
globalThis.hand = async (seed, steps) => {
  const r = random(seed);
  for (let step = 0; step < steps; step++) {
    let at = r.next() * TOTAL;
    const [, name, act] = ACTIONS.find(([weight]) => (at -= weight) < 0);
    const view = viewOf();
    const before = globalThis.tracing ? view.state.doc.toString() : "";
    if (!isIn(".doc .cm-content") && name !== "image") await returnToText();
    const entry = [name];
    globalThis.done.push(entry);
    entry.push(await act(r));
    // Keys come as tasks of their own: the editor reads what the browser changed, and its parts answer to that.
    await pause(0);
    if (r.next() < 0.3) await frame();
    if (globalThis.tracing) globalThis.tracing(JSON.stringify({ step, name, detail: entry[1], before, after: view.state.doc.toString(), sel: view.state.selection.main.toJSON() }));
    // Else repeated doubling would leave nothing but one long text.
    if (view.state.doc.length > 20_000) {
      await returnToText();
      view.dispatch({ changes: { from: 4_000, to: view.state.doc.length }, userEvent: "delete" });
    }
    if (step % 20 === 19) await frame();
  }
  await returnToText();
  await frame();
};
})()`;

/** The words on the screen in order, without those of formulas and diagrams, which only scripts draw. */
export const WORDS = String.raw`(() => {
  const root = document.querySelector(".doc .cm-content, .doc [data-print]");
  let isDiagram = false;
  const diagrams = new Set();
  for (const line of root.querySelectorAll(".cm-line")) {
    if (line.matches(".md-code-first")) isDiagram = /^mermaid\b/i.test(line.querySelector(".md-info")?.textContent ?? "");
    if (isDiagram) diagrams.add(line);
    if (line.matches(".md-code-last")) isDiagram = false;
  }
  const words = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest(".md-callout-label, [data-math], .md-math, .md-math-block, .ed-formula, .ed-fault, .ed-embed, svg, button, select")) continue;
    if (diagrams.has(node.parentElement.closest(".cm-line"))) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { width, height } = range.getBoundingClientRect();
      if (width > 0.5 && height > 2) words.push(word);
    }
  }
  return words;
})()`;
