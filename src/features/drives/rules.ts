/** Rules for drives that need no database: slugs, and members' rights. */
import { packRights, unpackRights, EVERYTHING, VIEW, type Rights } from "../../kernel/rights.ts";
import type { AddMember, PatchMember } from "./contract.ts";

/**
 * Converts a name to a path segment: lower-case letters and digits joined by dashes. Latin letters lose their accents,
 * other scripts keep theirs; a name without letters or digits becomes "drive". At most 60 characters.
 */
export function slugify(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-");
  const short = Array.from(slug).slice(0, 60).join("").replace(/^-|-$/g, "");
  return /[\p{L}\p{N}]/u.test(short) ? short : "drive";
}

/** `base`, or the first of `base-2`, `base-3`… that is not taken. */
export function freeSlug(base: string, taken: readonly string[]): string {
  const used = new Set(taken);
  if (!used.has(base)) return base;
  let n = 2;
  while (used.has(`${base}-${n}`)) n += 1;
  return `${base}-${n}`;
}

/** An admin has all rights, whatever the flags say. */
export const memberRights = (wanted: AddMember): Rights => (wanted.role === "admin" ? EVERYTHING : packRights(wanted));

export type Membership = { readonly role: "admin" | "member"; readonly rights: Rights };

/** The membership after a change. An admin who becomes a member keeps only the view right unless the patch sets others. */
export function patchMembership(now: Membership, patch: PatchMember): Membership {
  const role = patch.role ?? now.role;
  if (role === "admin") return { role, rights: EVERYTHING };
  const before = unpackRights(now.role === "admin" ? VIEW : now.rights);
  return {
    role,
    rights: packRights({
      canView: true,
      canComment: patch.canComment ?? (before.canComment && !before.canEdit),
      canEdit: patch.canEdit ?? before.canEdit,
      canShare: patch.canShare ?? before.canShare,
      canDelete: patch.canDelete ?? before.canDelete,
    }),
  };
}
