/** Installed in a page before its first byte is parsed, and read afterwards. Times are milliseconds since navigation. */
import type { CDPSession, Page } from "playwright-core";

export type Marks = {
  /** The first paint that included a line of the document. */
  readonly readable: number | null;
  readonly interactive: number | null;
  readonly typing: number | null;
  readonly live: number | null;
  readonly layoutShift: number;
  /** Number of printed words that moved by more than a pixel when the editor took over, out of `compared`. */
  readonly moved: number;
  readonly compared: number;
};

/** `scrollTo` is the fraction of the page to scroll down before the editor takes over. */
const PROBE = `(() => {
  const v = (globalThis.octavoVitals = { readable: null, interactive: null, typing: null, live: null, layoutShift: 0, before: null });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) v.layoutShift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  addEventListener("octavo:ready", () => { v.interactive ??= performance.now(); }, true);
  // What is looked up in each frame must cost next to nothing: these lists keep themselves up to date.
  const [contents, lines, places] = ["cm-content", "cm-line", "live"].map((name) => document.getElementsByClassName(name));
  const isOnScreen = ({ bottom, top }) => bottom >= 0 && top <= innerHeight;
  function* texts(root) {
    for (const part of root.querySelectorAll(".cm-line, .md-tw")) {
      if (!isOnScreen(part.getBoundingClientRect())) continue;
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) yield node;
    }
  }
  v.words = () => {
    const root = document.querySelector("[data-doc]");
    if (!root) return [];
    const found = [];
    const range = document.createRange();
    for (const node of texts(root)) {
      for (const match of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        const box = range.getBoundingClientRect();
        if (box.width < 1 || !isOnScreen(box)) continue;
        found.push([match[0], box.left, box.top]);
      }
    }
    return found;
  };
  const look = () => {
    if (v.readable === null && lines[0]?.getBoundingClientRect().height > 0) {
      requestAnimationFrame(() => {
        v.readable ??= performance.now();
        const share = Number(sessionStorage.getItem("octavo-vitals-scroll") ?? 0);
        if (share > 0) scrollTo(0, document.documentElement.scrollHeight * share);
        requestAnimationFrame(() => { v.before = v.words(); });
      });
    }
    if (v.typing === null) {
      const content = contents[0];
      if (content?.isContentEditable && content.checkVisibility({ visibilityProperty: true, opacityProperty: true })) v.typing = performance.now();
    }
    if (v.live === null && /^(connected|saved|saving)$/.test(places[0]?.dataset.live ?? "")) v.live = performance.now();
    if (v.live === null) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

export async function install(page: Page): Promise<CDPSession> {
  await page.addInitScript(PROBE);
  return page.context().newCDPSession(page);
}

/** A slow phone on a slow network: 1.6 Mbit/s, 150 ms, a quarter of this machine's speed. */
export async function slowDown(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

const READ = `(() => {
  const v = globalThis.octavoVitals;
  const after = v.words();
  const before = v.before ?? [];
  const at = new Map();
  for (const [word, x, y] of after) at.set(word, [...(at.get(word) ?? []), [x, y]]);
  const moved = before.filter(([word, x, y]) => !(at.get(word) ?? []).some(([ax, ay]) => Math.abs(ax - x) <= 1 && Math.abs(ay - y) <= 1));
  return { readable: v.readable, interactive: v.interactive, typing: v.typing, live: v.live, layoutShift: v.layoutShift, moved: moved.length, compared: before.length };
})()`;

/** Opens an address in a page with the probe and waits until it is live, for at most `ms`. */
export async function load(page: Page, address: string, ms = 30_000): Promise<Marks> {
  await page.goto(address, { waitUntil: "commit" });
  // `waitForFunction` evaluates a string inside the page, which the page's policy forbids.
  const end = performance.now() + ms;
  while (performance.now() < end && !(await page.evaluate<boolean>("globalThis.octavoVitals?.live != null")))
    await page.waitForTimeout(100);
  await page.waitForTimeout(300);
  return page.evaluate(READ);
}
