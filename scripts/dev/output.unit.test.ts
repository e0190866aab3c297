import { expect, test } from "vitest";
import { filterOutput } from "./output.ts";

const shown = (lines: readonly string[], hasColours = false): string[] => {
  const filter = filterOutput(hasColours);
  return lines.map(filter).filter((line) => line !== null);
};

test("omits Wrangler's startup report with all its lines", () => {
  const report = [
    "",
    "Cloudflare collects anonymous telemetry about your usage of Wrangler. Learn more at …",
    "Using secrets defined in .env",
    "octavo has access to the following bindings:",
    "Binding                                      Resource                  Mode",
    "env.DB (octavo)                              D1 Database               local",
    "",
    "\u001B[33m▲ \u001B[43;33m[\u001B[43;30mWARNING\u001B[43;33m]\u001B[0m Scheduled Workers are not automatically triggered during local development.",
    "",
    "  To manually trigger a scheduled event, run:",
    '    curl "http://localhost:38503/cdn-cgi/local/scheduled"',
    "",
    "",
    "⎔ Starting local server...",
    "[wrangler:info] Ready on http://localhost:38503",
  ];
  expect(shown([...report, "[octavo] first words"])).toEqual(["[octavo] first words"]);
});

test("omits successful requests and batches, and shows failed ones", () => {
  const failed = [
    "[wrangler:info] GET /api/pages/x 404 Not Found (3ms)",
    "[wrangler:info] POST /api/pages 500 Internal Server Error (3ms)",
    "[wrangler:info] QUEUE octavo-jobs 0/1 (24ms)",
    '[octavo] {"level":"error","message":"…"}',
    "✘ [ERROR] Could not resolve",
  ];
  const well = ["[wrangler:info] GET /signin 200 OK (12ms)", "[wrangler:info] QUEUE octavo-jobs 1/1 (24ms)"];
  expect(shown([...well, ...failed])).toEqual(failed);
});

test("surrounds a mailed link with blank lines, and keeps style codes away from its URL", () => {
  const mail = '[octavo] mail to=ann@example.com subject="Sign in" link=http://localhost:8787/x?token=1';
  expect(shown([mail])).toEqual([`\n${mail}\n`]);
  expect(shown([mail], true).join("")).toContain("token=1 ");
});
