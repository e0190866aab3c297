/** Who may do what with a connection. */
import { expect, test } from "vitest";
import { AppError } from "../../kernel/errors.ts";
import type { ConnectionAction } from "./contract.ts";
import { changeConnection, type ConnectionState } from "./rules.ts";

const asked: ConnectionState = { status: "pending", isRequester: false, blockedByMe: false };
const asker: ConnectionState = { ...asked, isRequester: true };
const STATES = {
  asked,
  asker,
  connected: { ...asked, status: "accepted" },
  blocker: { ...asked, status: "blocked", blockedByMe: true },
} as const satisfies Record<string, ConnectionState>;

function outcome(action: ConnectionAction, state: ConnectionState): string {
  try {
    return changeConnection(action, state);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

test.each<[ConnectionAction, Record<keyof typeof STATES, string>]>([
  [
    "accept",
    {
      asked: "accepted",
      asker: "forbidden: Only the recipient of a request can respond to it.",
      connected: "conflict: There is no request to respond to: this connection is not pending.",
      blocker: "conflict: There is no request to respond to: this connection is not pending.",
    },
  ],
  [
    "reject",
    {
      asked: "rejected",
      asker: "forbidden: Only the recipient of a request can respond to it.",
      connected: "conflict: There is no request to respond to: this connection is not pending.",
      blocker: "conflict: There is no request to respond to: this connection is not pending.",
    },
  ],
  [
    "block",
    {
      asked: "blocked",
      asker: "blocked",
      connected: "blocked",
      blocker: "conflict: This person is already blocked.",
    },
  ],
  [
    "unblock",
    {
      asked: "conflict: This person is not blocked.",
      asker: "conflict: This person is not blocked.",
      connected: "conflict: This person is not blocked.",
      blocker: "removed",
    },
  ],
])("applies the connection action %s in every state", (action, expected) => {
  const outcomes = Object.entries(STATES).map(([who, state]) => [who, outcome(action, state)]);
  expect(Object.fromEntries(outcomes)).toEqual(expected);
});
