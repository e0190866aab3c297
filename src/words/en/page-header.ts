/** English: the icon and the cover of a page. */
export const addIcon = "Add icon";
export const changeIcon = "Change icon";
export const addCover = "Add cover";
export const changeCover = "Change cover";
export const addProperty = "Add property";
