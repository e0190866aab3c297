/** docs/permissions.md matches the table of actions; `npx vitest run --project unit test/repository/permissions-page --update` writes it. */
import { format } from "oxfmt";
import { expect, test } from "vitest";
import {
  accountActions,
  adminActions,
  driveActions,
  pageActions,
  destinationActions,
} from "../../src/permissions/actions.ts";
import type {
  AccountRequirement,
  DriveRequirement,
  PageRequirement,
  DestinationRequirement,
} from "../../src/permissions/requirements.ts";
import { EXEMPTIONS } from "../../src/permissions/exempt.ts";
import { COMMENT, DELETE, EDIT, SHARE, VIEW } from "../../src/kernel/rights.ts";

const NAMES = [
  [VIEW, "view"],
  [COMMENT, "comment"],
  [EDIT, "edit"],
  [SHARE, "share"],
  [DELETE, "delete"],
] as const;

const rightsOf = (needs: number): string =>
  NAMES.filter(([bit]) => needs & bit)
    .map(([, name]) => name)
    .join(", ");

const yes = (holds: unknown): string => (holds ? "yes" : "");
const STATES = { live: "live", trashed: "in the trash", any: "either" } as const;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const entries = <T>(actions: Record<string, T>): [string, T][] => Object.entries(actions);

const pages = entries<PageRequirement>(pageActions).map(([action, rule]) => [
  `\`${action}\``,
  rightsOf(rule.needs),
  STATES[rule.state],
  yes(rule.below),
  yes(rule.shares),
  rule.signIn ?? "",
]);

const destinations = entries<DestinationRequirement>(destinationActions).map(([action, rule]) => [
  `\`${action}\``,
  rule.role === undefined
    ? rightsOf(rule.needs)
    : rule.ofDrive
      ? "owner or admin of the drive"
      : "who manages the destination",
  rule.role !== undefined || rule.roleAtRoot !== undefined
    ? rule.ofDrive
      ? "owner or admin of the drive"
      : "who manages the destination"
    : rightsOf(rule.needs),
]);

const ROLES = { member: "any member", admin: "owner or admin", owner: "owner" } as const;

const drives = entries<DriveRequirement>(driveActions).map(([action, rule]) => [
  `\`${action}\``,
  ROLES[rule.role],
  STATES[rule.state],
  yes(rule.shares),
  rule.signIn ?? "",
]);

const own = [
  ...entries<AccountRequirement>(accountActions).map((each) => ["oneself", each] as const),
  ...entries<AccountRequirement>(adminActions).map((each) => ["an administrator", each] as const),
].map(([who, [action, rule]]) => [`\`${action}\``, who, rule.signIn ?? ""]);

const PAGE = `# Who may do what

This page is made from \`src/permissions/actions.ts\`, which decides. What may not be seen does not exist: a caller without
the right to view gets 404, one who may view but lacks another right gets 403. The guard of a commit proves everything here
again at the moment of the commit.

Rights on a page come from the nearest grant on the way up to the root of its drive, else from the membership of the
drive. The owner and the admins of a drive hold every right in it. A token of a tool holds no more than its owner, is
kept to its drives, and writes or shares only if it was made for that. The right to edit includes the right to comment.

Where a sign-in is asked for, "fresh" is one of the last ten minutes, in the session that does it; "trusted" is
any session but one that a device made whose trust score is between 40 and 69. Such a session reads and writes pages, and
neither shares, exports, manages members nor administers anything. Tokens of tools need no trust: they have no device.

## Pages

${table(["Action", "Rights on it", "State", "All below too", "Token must be made for sharing", "Sign-in"], pages)}

"All below too": nothing below it may be hidden from the caller. Purging asks for a page in the trash; moving asks
beside it for the destination.

## Destinations of pages

${table(["Action", "Under a page", "At the root of a drive"], destinations)}

A destination is managed by the owner and the admins of its drive, and by administrators of the deployment who can see it.

## Drives

${table(["Action", "Who", "State", "Token must be made for sharing", "Sign-in"], drives)}

## One's own account, and administration

${table(["Action", "Who", "Sign-in"], own)}

Being an administrator opens nobody's pages.

## Answers of agents

An agent acts with the rights of whoever asked it, while its answer is shown to all readers of the conversation: the owner
and the members of the drive and the guests of the page, if they may view it and are not suspended. A page counts as hidden
if one of them may not view it, or if it is in the trash or gone. With more than 2,000 readers, every page counts as hidden
on which rights may differ from those on the conversation.

What an answer has read is trusted for a write if everybody who may have written it may also edit the target: who created
the pages, who mentions somebody in them, and who may edit them now. People who wrote there and have lost the right since
are not known. The texts of files, and pages that were imported or converted from a file, are never trusted.

## Writes without an authorization

${Object.values(EXEMPTIONS)
  .map((what) => `- ${what}`)
  .join("\n")}
`;

test("docs/permissions.md matches the permission table", async () => {
  const { code: written } = await format("permissions.md", PAGE, { printWidth: 120 });
  await expect(written).toMatchFileSnapshot("../../docs/permissions.md");
});
