/** Rights on a page are four booleans, stored as one small integer so that SQL and TypeScript share a representation. */

export const VIEW = 1;
export const EDIT = 2;
export const SHARE = 4;
export const DELETE = 8;
export const EVERYTHING = VIEW | EDIT | SHARE | DELETE;

/** Bits of VIEW, EDIT, SHARE and DELETE, 0..15. */
export type Rights = number;

export type RightsFlags = { canView: boolean; canEdit: boolean; canShare: boolean; canDelete: boolean };

export const packRights = (flags: Partial<RightsFlags>): Rights =>
  (flags.canView ? VIEW : 0) |
  (flags.canEdit ? EDIT : 0) |
  (flags.canShare ? SHARE : 0) |
  (flags.canDelete ? DELETE : 0);

export const unpackRights = (rights: Rights): RightsFlags => ({
  canView: (rights & VIEW) !== 0,
  canEdit: (rights & EDIT) !== 0,
  canShare: (rights & SHARE) !== 0,
  canDelete: (rights & DELETE) !== 0,
});

export const includesRights = (rights: Rights, needed: Rights): boolean => (rights & needed) === needed;
