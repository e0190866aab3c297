/** English: the members of a drive. */
export const members = "Members";
export const more = "More members";
export const whoChanges = "The owner and the admins of the drive add and remove members.";
export const changed = (name: string) => `What ${name} may do has changed.`;
export const removed = (name: string) => `${name} is no longer a member.`;
export const youLose = (pages: string, drive: string) =>
  `You lose ${pages} of ${drive}, and what was shared with you there. Only somebody who runs the drive can add you again.`;
export const loses = (name: string, pages: string) =>
  `${name} loses ${pages} of the drive, and what was shared with them there.`;
export const you = (name: string) => `${name} (you)`;
export const leave = "Leave";
export const leaveDrive = "Leave the drive";
export const removeMember = "Remove member";
export const runsDrive = "Run the drive (admin)";
export const admin = "Admin";
export const addMember = "Add a member";
export const emailAddress = "E-mail address";
export const add = "Add";
export const added = "Added.";
