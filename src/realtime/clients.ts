/**
 * The ranges of Yjs client ids.
 *
 * If two clients insert at the same place, Yjs puts the smaller client id to the left. The room relies on that: lines
 * inserted before a line get an id below those of all browsers, and lines after it an id above, so that a person's
 * keystrokes stay with their line. Browsers must use ids in between.
 */

/** Browsers use ids from here up to `RIGHT_CLIENTS`; the room's own are outside. */
export const BROWSER_CLIENTS = 2 ** 28;
const RIGHT_CLIENTS = 2 ** 32;

/** A room id below those of all browsers; its counterpart above is `rightClientOf(id)`. */
export type RoomClient = number;

export const rightClientOf = (client: RoomClient): number => client + RIGHT_CLIENTS;

export const isBrowserClient = (client: number): boolean => client >= BROWSER_CLIENTS && client < RIGHT_CLIENTS;

/** Makes a room id from 32 random bits; it is never 0. */
export const toRoomClient = (random: number): RoomClient => 1 + ((random >>> 0) % (BROWSER_CLIENTS - 1));

/** Makes a browser's id from 32 random bits. */
export const toBrowserClient = (random: number): number =>
  BROWSER_CLIENTS + ((random >>> 0) % (RIGHT_CLIENTS - BROWSER_CLIENTS));
