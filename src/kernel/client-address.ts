/** Canonical client addresses for rate limits: one per network. */

const UNKNOWN = "unknown";
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/**
 * Reads the value of `CF-Connecting-IP`: IPv4 unchanged, IPv6 as its /64 (`2001:db8:0:1::/64`), because one client controls
 * a whole /64 (RFC 6177). An IPv4-mapped address in any spelling (RFC 4291 §2.5.5.2) becomes its IPv4 address. Anything
 * else, including lists, ports, zones and ambiguous octal, is `unknown`: such callers share one key.
 */
export function readClientAddress(header: string | null | undefined): string {
  const address = header?.trim() ?? "";
  if (IPV4.test(address)) return address;
  const groups = parseIpv6(address);
  if (!groups) return UNKNOWN;
  const [a, b, c, d, e, f, high = 0, low = 0] = groups;
  if (!a && !b && !c && !d && !e && f === 0xffff) return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return `${[a, b, c, d].map((group = 0) => group.toString(16)).join(":")}::/64`;
}

/** The eight 16-bit groups, or undefined. The URL standard's host parser accepts every valid spelling and nothing else. */
function parseIpv6(address: string): number[] | undefined {
  if (address.length > 45 || !/^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(address)) return undefined;
  const url = URL.parse(`http://[${address}]/`);
  if (!url) return undefined;
  const [head = "", tail] = url.hostname.slice(1, -1).split("::");
  const left = splitGroups(head);
  if (tail === undefined) return left;
  const right = splitGroups(tail);
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function splitGroups(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}

/** The /48 of an IPv6 network as `readClientAddress` writes it; null for IPv4, where a client controls only one address. */
export function networkOf(address: string): string | null {
  const groups = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(address);
  return groups ? `${groups[1]}::/48` : null;
}
