/** Prints the last line of a page whenever the page changes: `node follow-page.ts PAGE_ID`. */
import { followPage } from "@octavo/client";

const { OCTAVO_ORIGIN = "http://localhost:8787", OCTAVO_TOKEN = "" } = process.env;
const [pageId = ""] = process.argv.slice(2);
const ending = new AbortController();
process.once("SIGTERM", () => ending.abort()).once("SIGINT", () => ending.abort());

for await (const { text } of followPage({
  origin: OCTAVO_ORIGIN,
  token: OCTAVO_TOKEN,
  pageId,
  signal: ending.signal,
})) {
  process.stdout.write(`${text.trimEnd().split("\n").at(-1) ?? ""}\n`);
}
