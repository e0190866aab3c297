/** Muting a page or a drive, from wherever it is shown. */
import type { MutedPlaces } from "../../features/notifications/mutes/contract.ts";
import { words } from "../messages/mute.ts";
import { call, path } from "./api.ts";
import { announce } from "./notice.ts";

type Kind = keyof MutedPlaces;

export const listMuted = (): Promise<MutedPlaces> => call("GET", "/api/notifications/muted");

export const mute = (kind: Kind, id: string): Promise<unknown> =>
  call("PUT", path`/api/notifications/muted/${kind}/${id}`);

export const unmute = (kind: Kind, id: string): Promise<unknown> =>
  call("DELETE", path`/api/notifications/muted/${kind}/${id}`);

export async function toggleMute(kind: Kind, id: string): Promise<void> {
  const isPage = kind === "pages";
  const muted = await listMuted();
  if (muted[kind].some((each) => each.id === id)) {
    await unmute(kind, id);
    announce(isPage ? words.pageUnmuted : words.driveUnmuted);
  } else {
    await mute(kind, id);
    announce(isPage ? words.pageMuted : words.driveMuted);
  }
}
