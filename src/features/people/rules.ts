/** Pure rules for connections. */
import { DAY } from "../../kernel/clock.ts";
import { AppError, forbidden } from "../../kernel/errors.ts";
import type { ConnectionAction } from "./contract.ts";

/** How long (ms) after a rejection the same person may be asked again. */
export const REJECTION_PAUSE = 7 * DAY;

/** A connection from one person's point of view. A block is visible only to the person who made it. */
export type ConnectionState = {
  readonly status: "pending" | "accepted" | "blocked";
  readonly isRequester: boolean;
  readonly blockedByMe: boolean;
};

/** The status after the action; throws `forbidden` for the wrong side, `conflict` for the wrong state. */
export function changeConnection(
  action: ConnectionAction,
  state: ConnectionState,
): "accepted" | "rejected" | "blocked" | "removed" {
  const { status, isRequester } = state;
  const wrong = (why: string): AppError => new AppError("conflict", why);
  switch (action) {
    case "accept":
    case "reject":
      if (status !== "pending") throw wrong("There is no request to respond to: this connection is not pending.");
      if (isRequester) throw forbidden("Only the recipient of a request can respond to it.");
      return action === "accept" ? "accepted" : "rejected";
    case "block":
      if (status === "blocked") throw wrong("This person is already blocked.");
      return "blocked";
    case "unblock":
      if (status !== "blocked") throw wrong("This person is not blocked.");
      return "removed";
  }
}
