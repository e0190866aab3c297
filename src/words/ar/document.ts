/** العربية: ما تعرضه المستندات بجانب كلماتها. */
export const note = "ملاحظة";
export const tip = "نصيحة";
export const important = "مهم";
export const warning = "تحذير";
export const caution = "تنبيه";
