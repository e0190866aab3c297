/** The cost of editing a page: time from key to paint, scrolling, and memory. Times in milliseconds. */
import type { CDPSession, Page } from "playwright-core";
import { quantile } from "../runner/quantile.ts";

const KEYS = 120;
const PAUSE = 60;
/** Time within which a jump in a long text is drawn, even at a quarter of the speed. */
const JUMP = 1_500;

/** Measures from each key to the frame that shows it: the end of the next frame, detected by a message posted in it. */
export const WATCH_KEYS = `(() => {
  const times = (globalThis.octavoKeys = []);
  addEventListener("keydown", () => {
    const began = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times.push(performance.now() - began);
      port2.postMessage(null);
    });
  }, { capture: true });
})()`;

/** Types into the visible text; returns the 95th percentile from key to paint. */
export async function typingLatency(page: Page): Promise<number> {
  await page.evaluate(WATCH_KEYS);
  const content = page.locator("[data-doc] .cm-content[data-language=document]");
  await content.waitFor();
  await page.evaluate("scrollTo(0, 0)");
  // A locator's click waits for the text to stop moving, which it never does while others type.
  const box = await content.boundingBox();
  if (box === null) throw new Error("The text is not visible.");
  await page.mouse.click(box.x + 100, box.y + 10);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  // Users do not type before they see where the caret went.
  await page.waitForTimeout(JUMP);
  for (let at = 0; at < KEYS; at += 1) {
    await page.keyboard.press(at % 6 === 5 ? "Space" : ("abcdefgh"[at % 8]?.toUpperCase() ?? "a"));
    await page.waitForTimeout(PAUSE);
  }
  return quantile(await page.evaluate<number[]>("globalThis.octavoKeys"), 0.95);
}

/** The fraction of frames delayed by a frame or more while scrolling with the pointer at `x`. */
export async function droppedFrames(page: Page, x = 600): Promise<number> {
  await page.evaluate(`(() => {
    const frames = (globalThis.octavoFrames = []);
    let last = performance.now();
    const tick = (now) => { frames.push(now - last); last = now; globalThis.octavoTicking = requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
  })()`);
  await page.mouse.move(x, 500);
  for (let at = 0; at < 60; at += 1) {
    await page.mouse.wheel(0, 240);
    await page.waitForTimeout(32);
  }
  const frames = await page.evaluate<number[]>(
    "(cancelAnimationFrame(globalThis.octavoTicking), globalThis.octavoFrames)",
  );
  return frames.filter((ms) => ms > 34).length / frames.length;
}

async function heap(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}

/** Retained heap (bytes) per typed key, measured over `keys` keys after as many to warm up. */
export async function heapPerKey(page: Page, session: CDPSession, keys: number): Promise<number> {
  const type = async (): Promise<void> => {
    for (let at = 0; at < keys; at += 50) {
      await page.keyboard.insertText("words are typed and stay, and then a line ends. ");
      await page.keyboard.press("Enter");
    }
    await page.waitForTimeout(1_500);
  };
  await type();
  const before = await heap(session);
  await type();
  return ((await heap(session)) - before) / keys;
}
