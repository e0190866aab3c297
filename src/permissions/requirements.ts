/** The requirements that the table of actions can declare. */
import type { Rights } from "../kernel/rights.ts";

/** Every action except read-only ones requires a credential that may write; `shares`, one that may change access. */
export type Requirement = {
  /** The action commits nothing; with `recorded`, nothing but its entry in the audit log. */
  readonly reads?: true | "recorded";
  /** `fresh`: signed in within the last ten minutes. `trusted`: not a session of a device with a low trust score. */
  readonly signIn?: "fresh" | "trusted";
  readonly shares?: true;
  /** The message for a caller who sees the target but may not perform the action. */
  readonly refusal?: string;
};

export type PageRequirement = Requirement & {
  /** Rights on the page, all of which are required. */
  readonly needs: Rights;
  /** `live`: neither the page, nor an ancestor, nor its drive is in the trash. `any`: it may be in the trash. */
  readonly state: "live" | "trashed" | "any";
  /** The message if the page has to be live and is in the trash. */
  readonly trashed?: string;
  /** Reports a page in the trash as not found instead. */
  readonly hidesTrashed?: true;
  /** Succeeds, with nothing to commit, if the page is already in the trash. */
  readonly repeats?: true;
  /** Every page below must be visible to the caller and deletable by them. */
  readonly below?: "all";
};

/** Bulk actions apply to live pages, and require neither a fresh or trusted sign-in nor permission to share. */
export type BulkRequirement = Pick<PageRequirement, "needs" | "below" | "refusal"> & {
  readonly state: "live";
  readonly signIn?: never;
  readonly shares?: never;
};

/** A destination of pages: under a page, or at the root of a drive. It must be live and in the given drive. */
export type DestinationRequirement = Pick<Requirement, "refusal"> & {
  readonly needs: Rights;
  /**
   * Requires, instead of rights, to be owner or admin of the drive, or a deployment administrator who can see the place.
   * The value is the message for everyone else.
   */
  readonly role?: string;
  /** Only roles in the drive count, not that of a deployment administrator. */
  readonly ofDrive?: true;
  /** Like `role`, but required only at the root of a drive. */
  readonly roleAtRoot?: string;
  /** The caller already sees a page of the drive, so its existence is no secret to them. */
  readonly seesDrive?: true;
  /** `any`: the write itself checks that the parent is live, and reports why it is not. */
  readonly parentState?: "any";
};

export type DriveRequirement = Requirement & {
  readonly role: "member" | "admin" | "owner";
  readonly state: "live" | "trashed" | "any";
};

/** An action on the caller's own account. The routes declare which kinds of credential may perform it. */
export type AccountRequirement = Omit<Requirement, "shares"> & {
  /** Rejects tokens scoped to certain drives: what they create would lie outside the scope. */
  readonly scope?: "all";
};
