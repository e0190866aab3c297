/** English: uploads. */
export const uploads = "Uploads";
export const filesToUpload = "Files to upload";
export const leaveAsked = "Leave this page?";
export const notUploaded =
  "Files are still uploading. If you leave, they will not be uploaded. A large file resumes where it stopped when you choose it again.";
export const leave = "Leave";
export const uploaded = (name: string) => `“${name}” was uploaded.`;
export const filesUploaded = { other: "# files were uploaded." };
export const uploadOf = (name: string) => `Upload of ${name}`;
export const again = "Try again";
export const tryAgain = (name: string) => `Try ${name} again`;
export const cancel = "Cancel";
export const cancelFile = (name: string) => `Cancel ${name}`;
export const dismissFile = (name: string) => `Dismiss ${name}`;
export const starting = "Starting…";
export const waiting = "Waiting";
export const finishing = "Finishing…";
export const progress = (sent: string, size: string) => `${sent} of ${size}`;
export const againIn = (seconds: number) => `Trying again in ${seconds} s`;
export const goesOn = "The service cannot be reached. The upload will resume when the connection is back.";
export const dropHere = (where: string) => `Drop files here to upload them to “${where}”.`;
export const pause = "Pause";
export const pauseFile = (name: string) => `Pause ${name}`;
export const resume = "Resume";
export const resumeFile = (name: string) => `Resume ${name}`;
export const paused = "Paused";
export const chooseFolder = "Upload a folder";
export const unreadable = "This file cannot be read. It may be a folder, or it may have been moved.";
