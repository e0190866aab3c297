/** Addresses as they are compared. */

/**
 * The mailbox as limits and look-ups see it: NFC, trimmed, lower case. Dots and plus tags stay, because what they mean
 * is each provider's own affair and folding them would let one person exhaust another's mailbox.
 */
export function normalizeEmail(value: string): string {
  // Lower-casing can leave a composed form, so the text is normalised again to make the key a fixed point.
  return value.normalize("NFC").trim().toLowerCase().normalize("NFC");
}
