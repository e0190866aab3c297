/** English: messages, and writing them. */
export const messages = "Messages";
export const earlier = "Earlier messages";
export const newest = "Newest messages";
export const none = "No messages yet.";
export const noneToBegin = "No messages yet. Start the conversation, and type @ to mention someone.";
export const unread = "New";
export const replies = "Replies";
export const left = "Former member";
export const assistant = "Assistant";
export const messageOf = (name: string) => `Message from ${name}`;
export const edited = "edited";
export const deleted = "This message was deleted.";
export const write = "Write a message";
export const change = "Edit the message";
export const reply = "Reply";
export const edit = "Edit";
export const remove = "Delete";
export const cancel = "Cancel";
export const send = "Send";
export const save = "Save";
export const sent = "Sent.";
export const removeAsked = "Delete this message?";
export const goneForAll = "No one will be able to read it. Replies stay.";
export const reactions = "Reactions";
export const react = "React";
export const reactionOf = (shown: string, names: string) => `${shown}, from ${names}`;
export const reactWith = (emoji: string) => `React with ${emoji}`;
export const anotherEmoji = "More emoji";
export const typing = (names: readonly string[]) =>
  names.length === 1
    ? `${names[0]} is typing…`
    : names.length === 2
      ? `${names.join(" and ")} are typing…`
      : "Several people are typing…";
export const attach = "Attach files";
export const attachments = "Attached files";
export const picture = "Image";
export const actions = "Message actions";
export const copyText = "Copy text";
export const textCopied = "Text copied.";
export const selectText = "Select text";
export const removeFile = (file: string) => `Remove ${file}`;
