/** Numbers and times as operators read them. Times are UTC. */
import type { TimeRange } from "../features/monitoring/contract.ts";

const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const FINE = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const DOLLARS = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 4 });

/** What stands where nothing was measured. */
const NOTHING = "–";

export const count = (amount: number | null): string => (amount === null ? NOTHING : WHOLE.format(amount));

export const milliseconds = (amount: number | null): string =>
  amount === null ? NOTHING : `${(amount < 10 ? FINE : WHOLE).format(amount)} ms`;

export const dollars = (amount: number | null): string => (amount === null ? NOTHING : DOLLARS.format(amount));

/** A part of a whole as a percentage; nothing of nothing is not a share. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? NOTHING : `${FINE.format((100 * part) / whole)} %`;

/** `3 d 4 h`, `4 h 5 min`, `5 min`, `30 s`. */
export function duration(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const dayOf = (iso: string): string => `${Number(iso.slice(8, 10))} ${MONTHS[Number(iso.slice(5, 7)) - 1] ?? ""}`;

/** A time of the API, as fine as the steps of the range it is one of. */
export function stepTime(iso: string, range: TimeRange): string {
  if (range === "1h" || range === "24h") return iso.slice(11, 16);
  return range === "7d" ? `${dayOf(iso)} ${iso.slice(11, 16)}` : dayOf(iso);
}

/** `21 Nov 2026, 16:05:09`. */
export const instantOf = (iso: string): string => `${dayOf(iso)} ${iso.slice(0, 4)}, ${iso.slice(11, 19)}`;
