/** What the queue carries: ids only, never a secret or a text. */
export type Job =
  | { readonly id: string; readonly kind: "mail.magic-link"; readonly linkId: string }
  | { readonly id: string; readonly kind: "rooms.purge"; readonly pageIds: readonly string[] };
