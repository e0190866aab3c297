/** Browser and OS families: real headers, newer and older versions of them, and misleading ones. */
import fc from "fast-check";
import desktop from "top-user-agents/desktop";
import mobile from "top-user-agents/mobile";
import { expect, test } from "vitest";
import { parseUserAgent } from "./user-agent.ts";

/** An independent detection; earlier names take precedence, because headers also contain later ones. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Microsoft Edge"],
  [/\b(OPR|OPT|Opera)\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet for Android"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\bElectron\//, "Electron"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bAppleWebKit\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "Chrome OS"],
  [/\bWindows NT\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];
const opinion = (table: typeof BROWSERS, userAgent: string): string | undefined =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1];

/** The header of the same browser on the same system, `by` major versions later. */
const aged = (userAgent: string, by: number): string =>
  userAgent
    .replaceAll(
      /\b((?:Chrome|Version|Firefox|rv|Edg\w*|OPR|CriOS|SamsungBrowser|YaBrowser|Electron)[/:])(\d+)/g,
      (_, name, major) => `${name}${Number(major) + by}`,
    )
    .replaceAll(/((?:iPhone OS|Android) )(\d+)/g, (_, name, major) => `${name}${Number(major) + by}`);

const real = [...new Set([...desktop, ...mobile])];

test("agrees with a second parser on real user agents in many versions", () => {
  const all = [0, 40, 80, 120, 160, 200].flatMap((by) => real.map((userAgent) => aged(userAgent, by)));
  expect(new Set(all).size).toBeGreaterThanOrEqual(500);
  const wrong = all
    .map((userAgent) => ({ userAgent, read: parseUserAgent(userAgent) }))
    .filter(
      ({ userAgent, read }) => read.browser !== opinion(BROWSERS, userAgent) || read.os !== opinion(SYSTEMS, userAgent),
    );
  expect(wrong).toEqual([]);
});

test("distinguishes desktop from mobile operating systems", () => {
  const systems = (list: readonly string[]) =>
    [...new Set(list.map((userAgent) => parseUserAgent(userAgent).os))].toSorted();
  expect(systems(desktop)).toEqual(["Chrome OS", "Linux", "Windows", "macOS"]);
  expect(systems(mobile)).toEqual(["Android", "iOS"]);
});

const IOS = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const IPAD = "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)";
const LINUX = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${IOS} Version/17.5 Mobile/15E148 Safari/604.1`, "Safari", "iOS"],
  [`${IPAD} Version/17.5 Mobile/15E148 Safari/604.1`, "Safari", "iOS"],
  [`${IOS} CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1`, "Chrome", "iOS"],
  [`${IOS} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`, "Firefox", "iOS"],
  [`${IOS} EdgiOS/126.0.2592.56 Version/17.0 Mobile/15E148 Safari/604.1`, "Microsoft Edge", "iOS"],
  [`${IOS} Version/17.5 Mobile/15E148 Safari/604.1 OPT/4.6.0`, "Opera", "iOS"],
  [`${IOS} Coast/5.04.110603 Mobile/15E148 Safari/604.1`, "Opera", "iOS"],
  [`${IOS} Mobile/15E148`, "Safari", "iOS"],
  [`${ANDROID} Chrome/126.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
  [`${ANDROID} Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
  [`${ANDROID} Chrome/125.0.0.0 Mobile Safari/537.36 EdgA/125.0.2535.72`, "Microsoft Edge", "Android"],
  [`${ANDROID} Chrome/124.0.0.0 Mobile Safari/537.36 OPR/81.0.0.0`, "Opera", "Android"],
  ["Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0", "Firefox", "Android"],
  ["Opera/9.80 (Android; Opera Mini/36.2; U; id) Presto/2.12.423 Version/12.16", "Opera", "Android"],
  [`${WINDOWS} Chrome/126.0.0.0 Safari/537.36`, "Chrome", "Windows"],
  [`${WINDOWS} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, "Microsoft Edge", "Windows"],
  [`${WINDOWS} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`, "Microsoft Edge", "Windows"],
  [`${WINDOWS} Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0`, "Opera", "Windows"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox", "Windows"],
  [`${MAC} Octavo/1.0.0 Chrome/124.0.0.0 Electron/30.0.0 Safari/537.36`, "Electron", "macOS"],
  [`${MAC} Chrome/126.0.0.0 Safari/537.36`, "Chrome", "macOS"],
  [`${LINUX} Chrome/126.0.0.0 Safari/537.36`, "Chrome", "Linux"],
  [`${LINUX} Ubuntu Chromium/126.0.0.0 Chrome/126.0.0.0 Safari/537.36`, "Chrome", "Linux"],
  ["Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox", "Linux"],
  ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36", "Chrome", "Chrome OS"],
  ["Octavo/1.2.3 (iPhone; iOS 18.1; Scale/3.00)", "Octavo", "iOS"],
  ["Octavo/1.2.3 CFNetwork/1490.0.4 Darwin/23.2.0", "Octavo", "unknown"],
  ["okhttp/4.12.0", "okhttp", "unknown"],
  ["", "unknown", "unknown"],
  ["\u0000 <script>", "unknown", "unknown"],
])("parses %s as %s on %s", (userAgent, browser, os) => {
  expect(parseUserAgent(userAgent)).toEqual({ browser, os });
});

test("returns short names without versions for any header", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 400 }), fc.stringMatching(/^[\w /().;:-]{0,80}$/)), (userAgent) => {
      const { browser, os } = parseUserAgent(userAgent);
      expect(browser).toMatch(/^[A-Za-z][\w !.&'-]{0,39}$/);
      expect(os.length).toBeGreaterThan(0);
      expect(`${browser} ${os}`).not.toMatch(/\/|\d\.\d/);
    }),
    { numRuns: 5_000 },
  );
});
