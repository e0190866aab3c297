/** The actions of the inbox. */
import type { ComponentChildren } from "preact";
import type { MutedPlaces } from "../../../features/mutes/contract.ts";
import type { Notification } from "../../../features/notifications/contract.ts";

/** `control` is the pressed button, which shows that it is busy. */
export type InboxHandlers = {
  press(event: MouseEvent, notification: Notification): void;
  remove(control: HTMLElement, notification: Notification): void;
  mute(control: HTMLElement, kind: keyof MutedPlaces, id: string): void;
  unmute(control: HTMLElement, kind: keyof MutedPlaces, id: string): void;
  readAll(control: HTMLElement): void;
  showMore(control: HTMLElement): void;
  openSettings(control: HTMLElement): void;
  /** The buttons that answer a request for access. */
  answers(notification: Notification): ComponentChildren;
};
