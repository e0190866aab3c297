/** English: what notifications say. `{name}` stands for what is filled in when one is written. */
export const somebody = "Somebody";
/** Between a tool and the person for whom it acts. */
export const onBehalfOf = ", for ";
export const mentionedTitle = "You were mentioned";
export const mentioned = "{who} mentioned you in “{page}”.";
export const sharedTitle = "Shared with you";
export const shared = "{who} shared “{page}” with you.";
export const rightsChangedTitle = "Your rights changed";
export const rightsChanged = "{who} changed what you may do with “{page}”.";
export const accessEndedTitle = "Access ended";
export const accessEnded = "{who} ended your access to “{page}”.";
export const accessAskedTitle = "Asks for access";
export const accessAsked = "{who} asks to see “{page}”.";
export const accessAskedSaying = "{who} asks to see “{page}”: “{message}”";
export const accessDeclinedTitle = "Access was not given";
export const accessDeclined = "Your request to see a page was declined.";
export const connectionAskedTitle = "Connection request";
export const connectionAsked = "{who} wants to connect with you.";
export const connectionAcceptedTitle = "Connection accepted";
export const connectionAccepted = "{who} accepted your request to connect.";
export const addedToDriveTitle = "Added to a drive";
export const addedToDrive = "{who} added you to the drive “{drive}”.";
export const driveHandedOverTitle = "You own a drive now";
export const driveHandedOver = "The drive “{drive}” was handed over to you: its owner deleted their account.";
export const fileReady = "“{file}” is ready";
export const fileFailed = "“{file}” could not be read";
