/** English: the steps of an agent's answer. */
export const tools = {
  list_drives: "List drives",
  list_pages: "List pages",
  search: "Search",
  fetch: "Read a page",
  list_members: "List members",
  edit_page: "Edit a page",
  edit_cells: "Change cells",
  update_tasks: "Update tasks",
  replace_text: "Replace text",
  create_pages: "Create pages",
  move_pages: "Move pages",
  trash_pages: "Move pages to the trash",
  restore_pages: "Restore pages",
  post_message: "Post a message",
  history: "Look up the history",
  revert: "Restore an earlier version",
};
export const callState = {
  open: "running",
  asked: "waits for approval",
  done: "done",
  failed: "failed",
  declined: "declined",
};
export const steps = { one: "# step", other: "# steps" };
export const noPages = "No pages were involved.";
export const stopped = "Stopped";
