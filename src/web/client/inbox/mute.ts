/** Muting a page or a drive. */
import type { MutedPlaces } from "../../../features/mutes/contract.ts";
import { words } from "../../../words/mute.ts";
import { words as menu } from "../../../words/page-menu.ts";
import { call, path } from "../api/api.ts";
import { find, setLabel } from "../ui/dom.ts";
import { announce } from "../ui/notice.ts";

type Kind = keyof MutedPlaces;

export const listMuted = (): Promise<MutedPlaces> => call("GET", "/api/notifications/muted");

export const mute = (kind: Kind, id: string): Promise<unknown> =>
  call("PUT", path`/api/notifications/muted/${kind}/${id}`);

export const unmute = (kind: Kind, id: string): Promise<unknown> =>
  call("DELETE", path`/api/notifications/muted/${kind}/${id}`);

export const isMuted = async (kind: Kind, id: string): Promise<boolean> =>
  (await listMuted())[kind].some((each) => each.id === id);

export async function setMuted(kind: Kind, id: string, isOn: boolean): Promise<void> {
  const isPage = kind === "pages";
  if (isOn) {
    await mute(kind, id);
    announce(isPage ? words.pageMuted : words.driveMuted);
  } else {
    await unmute(kind, id);
    announce(isPage ? words.pageUnmuted : words.driveUnmuted);
  }
}

/** Shows the state on the mute button of the open view. */
export async function showMuted(kind: Kind, id: string): Promise<void> {
  showState(await isMuted(kind, id));
}

function showState(isOn: boolean): void {
  const button = find("#main [data-act=mute]", HTMLElement);
  if (!button) return;
  button.dataset["muted"] = String(isOn);
  setLabel(button, isOn ? menu.unmute : menu.mute);
}

/** Does what the button shows; if it does not show the state yet, the state is requested. */
export async function pressMute(kind: Kind, id: string, shown: string | undefined): Promise<void> {
  const isOn = shown === undefined ? await isMuted(kind, id) : shown === "true";
  await setMuted(kind, id, !isOn);
  showState(!isOn);
}
