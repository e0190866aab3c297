/** English: the members of a drive. */
export const members = "Members";
export const more = "More members";
export const whoChanges = "The owner and admins of this drive can add and remove members.";
export const changed = (name: string) => `Access for ${name} was changed.`;
export const removed = (name: string) => `${name} is no longer a member.`;
export const youLose = (pages: string, drive: string) =>
  `You lose access to ${pages} in ${drive} and to anything shared with you there. Only the owner or an admin can add you again.`;
export const loses = (name: string, pages: string) =>
  `${name} loses access to ${pages} in this drive and to anything shared with them there.`;
export const you = (name: string) => `${name} (you)`;
export const leave = "Leave";
export const leaveDrive = "Leave drive";
export const removeMember = "Remove member";
export const runsDrive = "Manage the drive (admin)";
export const admin = "Admin";
export const addMember = "Add member";
export const emailAddress = "Email address";
export const add = "Add";
export const added = "Added.";
