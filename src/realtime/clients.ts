/**
 * Which Yjs client ids belong to whom.
 *
 * Where two writers insert at the same place, Yjs puts the smaller client id to the left. The room uses that: lines put
 * in front of a line get an id below every browser's and lines put behind one get an id above, so that a person's
 * keystrokes stay with the line they were typed on. Browsers are told to stay between.
 */

/** Browsers use ids from here up to `RIGHT_CLIENTS`; the room's own lie outside. */
export const BROWSER_CLIENTS = 2 ** 28;
const RIGHT_CLIENTS = 2 ** 32;

/** An id of the room below every browser's; its partner above is `rightClientOf(id)`. */
export type RoomClient = number;

export const rightClientOf = (client: RoomClient): number => client + RIGHT_CLIENTS;

export const isBrowserClient = (client: number): boolean => client >= BROWSER_CLIENTS && client < RIGHT_CLIENTS;

/** An id of the room made from 32 random bits; 0 is never one. */
export const toRoomClient = (random: number): RoomClient => 1 + ((random >>> 0) % (BROWSER_CLIENTS - 1));

/** An id for a browser made from 32 random bits. */
export const toBrowserClient = (random: number): number =>
  BROWSER_CLIENTS + ((random >>> 0) % (RIGHT_CLIENTS - BROWSER_CLIENTS));
