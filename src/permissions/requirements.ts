/** What an action may ask for; the table of actions is written in these words. */
import type { Rights } from "../kernel/rights.ts";

/** Every action but those that only read asks for a credential that may write; `shares`, for one that may change who has access. */
export type Requirement = {
  /** Nothing is written, so nothing is committed by it; `recorded`: but for its entry in the audit log. */
  readonly reads?: true | "recorded";
  /**
   * `fresh`: the person signed in within the last ten minutes. `trusted`: the session is not one of a device whose trust
   * score is low.
   */
  readonly signIn?: "fresh" | "trusted";
  readonly shares?: true;
  /** What somebody is told who sees the target and may not do this with it. */
  readonly refusal?: string;
};

export type PageRequirement = Requirement & {
  /** Rights on the page, all of them. */
  readonly needs: Rights;
  /** `live`: neither it, nor anything above it, nor its drive is in the trash. `any`: also in the trash. */
  readonly state: "live" | "trashed" | "any";
  /** What somebody is told of a page in the trash, where it has to be live. */
  readonly trashed?: string;
  /** Instead, a page in the trash is one that does not exist. */
  readonly hidesTrashed?: true;
  /** Asked of a page that is in the trash already, it has succeeded: there is nothing to commit. */
  readonly repeats?: true;
  /** Nothing below the page is hidden from the caller: no page there that they may not see, or not delete. */
  readonly below?: "all";
};

/** What is done to many pages at once is done to live ones, and asks for no sign-in and no leave to share. */
export type BulkRequirement = Pick<PageRequirement, "needs" | "below" | "refusal"> & {
  readonly state: "live";
  readonly signIn?: never;
  readonly shares?: never;
};

/** A destination of pages: a place in a tree, under a page, or at the root of a drive. It is live and in the drive that was named. */
export type DestinationRequirement = Pick<Requirement, "refusal"> & {
  readonly needs: Rights;
  /**
   * Instead of the rights, to be owner or admin of the drive, or an administrator of the deployment who sees the place:
   * what others are told.
   */
  readonly role?: string;
  /** Of the drive alone: an administrator of the deployment is not asked. */
  readonly ofDrive?: true;
  /** As `role`, asked for at the root of a drive alone. */
  readonly roleAtRoot?: string;
  /** Asked by somebody who sees a page of the drive: that it exists is no secret to them. */
  readonly seesDrive?: true;
  /** `any`: the write itself looks whether the parent is live, and says why not. */
  readonly parentState?: "any";
};

export type DriveRequirement = Requirement & {
  readonly role: "member" | "admin" | "owner";
  readonly state: "live" | "trashed" | "any";
};

/** What somebody does with what is theirs. Which kinds of credential may is said by the routes. */
export type AccountRequirement = Omit<Requirement, "shares"> & {
  /** The token is not made for certain drives: what it makes would lie outside them. */
  readonly scope?: "all";
};
