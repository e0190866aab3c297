/** Rights on a page are five booleans in one small integer, so that SQL and TypeScript share a representation. */

export const VIEW = 1;
export const EDIT = 2;
export const SHARE = 4;
export const DELETE = 8;
/** Included in the right to edit. */
export const COMMENT = 16;
export const EVERYTHING = VIEW | EDIT | SHARE | DELETE | COMMENT;

/** Bits of VIEW, EDIT, SHARE, DELETE and COMMENT, 0..31. */
export type Rights = number;

export type RightsFlags = {
  canView: boolean;
  canComment: boolean;
  canEdit: boolean;
  canShare: boolean;
  canDelete: boolean;
};

export const packRights = (flags: Partial<RightsFlags>): Rights =>
  (flags.canView ? VIEW : 0) |
  (flags.canEdit ? EDIT | COMMENT : 0) |
  (flags.canShare ? SHARE : 0) |
  (flags.canDelete ? DELETE : 0) |
  (flags.canComment ? COMMENT : 0);

export const unpackRights = (rights: Rights): RightsFlags => ({
  canView: (rights & VIEW) !== 0,
  canComment: (rights & COMMENT) !== 0,
  canEdit: (rights & EDIT) !== 0,
  canShare: (rights & SHARE) !== 0,
  canDelete: (rights & DELETE) !== 0,
});

export const includesRights = (rights: Rights, needed: Rights): boolean => (rights & needed) === needed;
