/** Work that the queue does behind an answer. */
import type { Language } from "./preferences.ts";

/** What a user is told of by mail, because somebody else might have done it. */
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

/** What the queue carries: ids and languages, never a secret or a text. */
export type Job =
  | {
      readonly id: string;
      readonly kind: "mail.notice";
      readonly userId: string;
      readonly notice: Notice;
      /** The change of address that the notice is of. */
      readonly changeId?: string;
    }
  /** Something that somebody wrote to the administrators. */
  | { readonly id: string; readonly kind: "mail.contact"; readonly messageId: string }
  | { readonly id: string; readonly kind: "mail.email-proof"; readonly changeId: string }
  /** `issuedAt` names the link: a later one has a job of its own. */
  | { readonly id: string; readonly kind: "mail.invitation"; readonly invitationId: string; readonly issuedAt: number }
  /** Goes on with removing what an account left behind that was deleted. */
  | { readonly id: string; readonly kind: "account.erase"; readonly userId: string }
  | { readonly id: string; readonly kind: "avatar.discard"; readonly userId: string; readonly filename: string }
  /** Gives bytes that wait in the staging area their place. */
  | { readonly id: string; readonly kind: "blob.promote"; readonly generation: string; readonly sha256: string }
  /** For the Worker that reads untrusted uploads, on a queue of its own. */
  | { readonly id: string; readonly kind: "file.process"; readonly fileId: string; readonly run: number }
  | {
      readonly id: string;
      readonly kind: "mail.magic-link";
      readonly linkId: string;
      /** That of the page which asked, for somebody who has chosen none. */
      readonly language?: Language;
    }
  /** Does one step of an import or export, unless that has been done; after so many seconds. On a queue of its own. */
  | {
      readonly id: string;
      readonly kind: "transfer.step";
      readonly transferId: string;
      readonly step: number;
      readonly after?: number;
    }
  | { readonly id: string; readonly kind: "rooms.purge"; readonly pageIds: readonly string[] }
  /** Brings the search index up to date with whatever waits for it. */
  | { readonly id: string; readonly kind: "search.index" };
