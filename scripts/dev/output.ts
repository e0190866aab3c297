/**
 * Filters Wrangler's output for `npm run dev`: shows the Workers' logs, failed requests and mail. Wrangler's start-up
 * report lists bindings and an internal port, and a line per request would bury the sign-in link.
 */
import { styleText, stripVTControlCharacters } from "node:util";

/** Lines omitted individually. Failed requests and queue batches do not match. */
const ROUTINE = [
  /^Cloudflare collects anonymous telemetry/,
  /^Using (?:secrets|vars) defined in /,
  /^Service bindings, Durable Object bindings, and Tail consumers connect to /,
  /Your types might be out of date/,
  /^⎔ Starting local server/,
  /^\[wrangler:info\] Ready on /,
  /^\[wrangler:info\] [A-Z]+ \S+ [123]\d\d /,
  /^\[wrangler:info\] QUEUE \S+ (\d+)\/\1 /,
];

/** Lines omitted together with the following ones, up to a blank line. */
const REPORTS = [
  { start: / has access to the following bindings:$/, blankLines: 1 },
  { start: /Scheduled Workers are not automatically triggered/, blankLines: 3 },
];

const MAIL = /mail to=\S+ subject=/;

/** Returns a filter for one stream of lines; it returns the text to print for a line, or null to omit it. */
export function filterOutput(hasColours: boolean): (line: string) => string | null {
  let blankLinesToSkip = 0;
  let wasBlank = true;
  return (line) => {
    const text = stripVTControlCharacters(line).trimEnd();
    if (blankLinesToSkip > 0) {
      if (text === "") blankLinesToSkip -= 1;
      return null;
    }
    const report = REPORTS.find(({ start }) => start.test(text));
    if (report) {
      blankLinesToSkip = report.blankLines;
      return null;
    }
    if (ROUTINE.some((routine) => routine.test(text))) return null;
    if (text === "" && wasBlank) return null;
    wasBlank = text === "";
    if (!MAIL.test(text)) return line;
    // The space separates the escape code from the address, for users who copy up to the next space.
    return `\n${hasColours ? styleText(["bold", "green"], `${text} `) : text}\n`;
  };
}
