/** Sizes of files in words, in powers of ten as the limits are. */

const UNITS = ["bytes", "kB", "MB", "GB"] as const;

/** `950 bytes`, `1.2 kB`, `34 MB`: two figures or more, never more digits than help. */
export function sizeOf(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 999.5 && unit < UNITS.length - 1) {
    amount /= 1_000;
    unit++;
  }
  if (unit === 0) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  return `${amount < 9.95 ? amount.toFixed(1) : amount.toFixed(0)} ${UNITS[unit]}`;
}
