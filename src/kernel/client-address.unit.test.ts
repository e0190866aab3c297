/** Every spelling of a client's address maps to the same key, and different clients have different keys. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { networkOf, readClientAddress } from "./client-address.ts";
import { normalizeEmail } from "./email.ts";

const group = fc.oneof(fc.constant(0), fc.nat(0xffff));
const address = fc.tuple(group, group, group, group, group, group, group, group);

/** Formats the groups in one of the notations of RFC 4291 §2.2. */
function spellAddress(groups: number[], choice: { pad: boolean; upper: boolean; dotted: boolean; squeeze: number }) {
  const hex = groups.map((value) => value.toString(16).padStart(choice.pad ? 4 : 1, "0"));
  const [high = 0, low = 0] = groups.slice(6);
  const words = choice.dotted ? [...hex.slice(0, 6), [high >> 8, high & 255, low >> 8, low & 255].join(".")] : hex;
  const runs = words.flatMap((_from, from) =>
    words.map((_to, to) => ({ from, to })).filter(({ to }) => to >= from && words.slice(from, to + 1).every(isZero)),
  );
  const run = runs[choice.squeeze % (runs.length + 1)];
  const text = run ? `${words.slice(0, run.from).join(":")}::${words.slice(run.to + 1).join(":")}` : words.join(":");
  return choice.upper ? text.toUpperCase() : text;
}

function isZero(word: string): boolean {
  return /^0+$/.test(word);
}

const spelling = fc.record({
  pad: fc.boolean(),
  upper: fc.boolean(),
  dotted: fc.boolean(),
  squeeze: fc.nat(40),
});

test("reduces every spelling of an IPv6 address to its /64", () => {
  fc.assert(
    fc.property(address, spelling, (groups, choice) => {
      fc.pre(groups.slice(0, 4).some((value) => value !== 0));
      const network = groups.slice(0, 4).map((value) => value.toString(16));
      expect(readClientAddress(spellAddress(groups, choice))).toBe(`${network.join(":")}::/64`);
    }),
    { numRuns: 2_000 },
  );
});

test("reduces every spelling of an IPv4-mapped address to the IPv4 address", () => {
  fc.assert(
    fc.property(fc.tuple(group, group), spelling, ([high, low], choice) => {
      const plain = [high >> 8, high & 255, low >> 8, low & 255].join(".");
      expect(readClientAddress(spellAddress([0, 0, 0, 0, 0, 0xffff, high, low], choice))).toBe(plain);
      expect(readClientAddress(plain)).toBe(plain);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["  203.0.113.7 ", "203.0.113.7"],
  ["0.0.0.0", "0.0.0.0"],
  ["255.255.255.255", "255.255.255.255"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
  ["0000:0000:0000:0000:0000:ffff:cb00:7107", "203.0.113.7"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:DB8:0:0:ffff:ffff:ffff:ffff", "2001:db8:0:0::/64"],
  ["2001:db8:0:1::", "2001:db8:0:1::/64"],
  ["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
  ["::2:3:4:5:6:7:8", "0:2:3:4::/64"],
  // Like an IPv4-mapped address, but with one of the five leading groups not zero.
  ["1::ffff:cb00:7107", "1:0:0:0::/64"],
  ["0:1::ffff:cb00:7107", "0:1:0:0::/64"],
  ["0:0:1::ffff:cb00:7107", "0:0:1:0::/64"],
  ["0:0:0:1:0:ffff:cb00:7107", "0:0:0:1::/64"],
  ["::1:ffff:cb00:7107", "0:0:0:0::/64"],
])("counts %s as %s", (header, key) => {
  expect(readClientAddress(header)).toBe(key);
});

test.each([
  null,
  undefined,
  "",
  "unknown",
  "localhost",
  "203.0.113",
  "203.0.113.256",
  "203.0.113.7.",
  "203.0.113.7.9",
  "010.0.0.1",
  "0x7f.0.0.1",
  "2130706433",
  "203.0.113.7, 198.51.100.1",
  "203.0.113.7:443",
  "[2001:db8::1]",
  "[2001:db8::1]:443",
  "fe80::1%eth0",
  "2001:db8:::1",
  "2001:db8::1::2",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:8:9",
  "12345::1",
  "::ffff:203.0.113",
  "::ffff:203.0.113.256",
  "::ffff:203.0.113.07",
  "2001:db8::1]/@[::2",
  "2001:db8\n::1",
  "٢٠٣.0.113.7",
  ":".repeat(5_000),
])("maps the invalid address %j to the shared unknown key", (header) => {
  expect(readClientAddress(header)).toBe("unknown");
});

test("maps any text to an IPv4 address, a /64 or unknown", () => {
  const alphabet = fc.string({ unit: fc.constantFrom(..."0123456789abcdefF:.:.%[]/ x".split("")), maxLength: 50 });
  fc.assert(
    fc.property(fc.oneof(alphabet, fc.string()), (text) => {
      expect(readClientAddress(text)).toMatch(
        /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}::\/64|unknown)$/,
      );
    }),
    { numRuns: 5_000 },
  );
});

test("normalizes case, spaces and composition of an email address, but keeps dots and tags", () => {
  expect(normalizeEmail("  Zoe\u0308@Example.COM\n")).toBe("zo\u00eb@example.com");
  expect(normalizeEmail("ZO\u00cb@example.com")).toBe("zo\u00eb@example.com");
  // This letter has a precomposed form only in lower case.
  expect(normalizeEmail("H\u0331@example.com")).toBe("\u1e96@example.com");
  expect(normalizeEmail("a.b+c@example.com")).toBe("a.b+c@example.com");
});

test("normalizes an email address idempotently", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(normalizeEmail(normalizeEmail(text))).toBe(normalizeEmail(text));
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ["2001:db8:1:2::/64", "2001:db8:1::/48"],
  [readClientAddress("2001:db8::1"), "2001:db8:0::/48"],
  ["192.0.2.1", null],
  ["unknown", null],
])("reduces %s to the /48 %s", (client, network) => {
  expect(networkOf(client)).toBe(network);
});
