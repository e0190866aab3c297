/** English: deleting an account. */
export const lastAdministrator = "This is the only administrator. Make someone else an administrator first.";
export const typeToConfirm = (email: string) => `Type ${email} to confirm`;
export const notTyped = (email: string) => `Type ${email} to confirm.`;
export const deleteForGood = "Delete account permanently";
export const pageCount = { one: "# page", other: "# pages" };
export const memberCount = { one: "# member", other: "# members" };
export const inTrash = "in the trash";
export const listed = (parts: readonly string[]) => parts.join(", ");
export const choose = "Choose what happens to it";
export const handOver = (name: string) => `Transfer to ${name}`;
export const deleteAll = "Delete it and everything in it";
