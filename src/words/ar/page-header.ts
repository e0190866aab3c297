/** Arabic: the icon and the cover of a page. */
export const addIcon = "إضافة رمز";
export const changeIcon = "تغيير الرمز";
export const addCover = "إضافة غلاف";
export const changeCover = "تغيير الغلاف";
export const addProperty = "إضافة خاصية";
