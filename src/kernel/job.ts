/** Jobs that the queue runs after the response. */
import type { Language } from "./preferences.ts";

/** Security notices sent by mail, because somebody else may have made the change. */
export type Notice =
  | "passkey_added"
  | "passkey_removed"
  | "device_added"
  | "device_reuse"
  | "token_added"
  | "email_changing"
  | "email_changed"
  | "credentials_reset"
  | "account_suspended"
  | "account_exported";

/** A queue message: ids and languages only, never a secret or any content. */
export type Job =
  | {
      readonly id: string;
      readonly kind: "mail.notice";
      readonly userId: string;
      readonly notice: Notice;
      /** The change of address that the notice is about. */
      readonly changeId?: string;
    }
  /** A message from a user to the administrators. */
  | { readonly id: string; readonly kind: "mail.contact"; readonly messageId: string }
  | { readonly id: string; readonly kind: "mail.email-proof"; readonly changeId: string }
  /** `issuedAt` identifies the link: a later link has its own job. */
  | { readonly id: string; readonly kind: "mail.invitation"; readonly invitationId: string; readonly issuedAt: number }
  /** Continues the erasure of a deleted account's data. */
  | { readonly id: string; readonly kind: "account.erase"; readonly userId: string }
  | { readonly id: string; readonly kind: "avatar.discard"; readonly userId: string; readonly filename: string }
  /** Moves uploaded bytes from the staging area to their final location. */
  | { readonly id: string; readonly kind: "blob.promote"; readonly generation: string; readonly sha256: string }
  /** For the Worker that reads untrusted uploads, on its own queue. */
  | { readonly id: string; readonly kind: "file.process"; readonly fileId: string; readonly run: number }
  | {
      readonly id: string;
      readonly kind: "mail.magic-link";
      readonly linkId: string;
      /** Language of the page that requested the link, for a user who has chosen none. */
      readonly language?: Language;
    }
  /** Runs one step of an import or export, unless already done, after a delay of `after` seconds. On its own queue. */
  | {
      readonly id: string;
      readonly kind: "transfer.step";
      readonly transferId: string;
      readonly step: number;
      readonly after?: number;
    }
  | { readonly id: string; readonly kind: "rooms.purge"; readonly pageIds: readonly string[] }
  /** Gives the places of imported comment threads to the rooms of these pages. */
  | { readonly id: string; readonly kind: "threads.place"; readonly pageIds: readonly string[] }
  /** Indexes all pending changes for search. */
  | { readonly id: string; readonly kind: "search.index" };
