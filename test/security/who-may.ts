/** Lists the people of the test world who may perform an action, for tests and for the page in docs. */
import {
  driveActions,
  pageActions,
  destinationActions,
  type DriveAction,
  type PageAction,
  type DestinationAction,
} from "../../src/permissions/actions.ts";
import type { DriveRequirement, PageRequirement, DestinationRequirement } from "../../src/permissions/requirements.ts";
import { EVERYTHING, includesRights } from "../../src/kernel/rights.ts";
import { MEMBERS, type Person } from "../support/world.ts";

type Known = { readonly role: "owner" | "admin" | "member"; readonly rights: number };

/** The owner and the members of the first drive. */
const people = new Map<Person, Known>([
  ["olivia", { role: "owner", rights: EVERYTHING }],
  ...(Object.entries(MEMBERS) as [Person, Known][]), // its keys are people
]);

const RANK = { member: 0, admin: 1, owner: 2 } as const;
const among = (allows: (known: Known) => boolean): Person[] =>
  [...people].filter(([, known]) => allows(known)).map(([person]) => person);

export const whoMayWithPage = (action: PageAction): Person[] => {
  const { needs }: PageRequirement = pageActions[action];
  return among(({ rights }) => includesRights(rights, needs));
};

export const whoMayInDrive = (action: DriveAction): Person[] => {
  const { role }: DriveRequirement = driveActions[action];
  return among((known) => RANK[known.role] >= RANK[role]);
};

/** For a destination under a page; at the root of a drive some actions require a role. */
export const whoMayAt = (action: DestinationAction): Person[] => {
  const { role, needs }: DestinationRequirement = destinationActions[action];
  return among((known) => (role === undefined ? includesRights(known.rights, needs) : known.role !== "member"));
};
