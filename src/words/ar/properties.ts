/** Arabic: properties, their types, and editing them. */
import type { PropertyType } from "../../formats/properties/schema.ts";

export const properties = "الخصائص";
export const types: Readonly<Record<PropertyType, string>> = {
  text: "نص",
  number: "رقم",
  choice: "اختيار",
  choices: "اختيارات متعددة",
  people: "أشخاص",
  date: "تاريخ",
  page: "صفحة",
  checkbox: "خانة اختيار",
  address: "عنوان ويب",
  file: "ملف",
  formula: "صيغة",
  rollup: "تجميع",
};
export const addProperty = "إضافة خاصية";
export const empty = "فارغ";
export const misfit = (type: string): string => `لا تتوافق مع النوع «${type}»`;
export const yes = "نعم";
export const no = "لا";
export const menuOf = (name: string): string => `الخاصية «${name}»`;
export const edit = (name: string): string => `تعديل ${name}`;
export const editProperty = "تعديل القيمة";
export const rename = "إعادة التسمية";
export const remove = "إزالة من هذه الصفحة";
export const moveUp = "نقل لأعلى";
export const moveDown = "نقل لأسفل";
export const changeType = "النوع";
export const name = "الاسم";
export const type = "النوع";
export const add = "إضافة";
export const save = "حفظ";
export const clear = "مسح";
export const showLines = "التعديل كنص";
export const nameTaken = "توجد في هذه الصفحة خاصية بهذا الاسم.";
export const tooLarge = "تتجاوز هذه الخصائص الحجم المسموح به. يمكن تعديلها كنص.";
export const cannotEdit = "لا يمكن تعديل هذه القيمة إلا كنص.";
export const find = "ابحث أو أضف…";
export const findPeople = "ابحث عن أشخاص…";
export const findPage = "ابحث عن صفحة…";
export const create = (label: string): string => `إضافة «${label}»`;
export const nothingFound = "لم يُعثر على شيء";
export const start = "التاريخ";
export const end = "تاريخ الانتهاء (اختياري)";
export const notANumber = "أدخل رقمًا.";
export const declaredIn = (folder: string): string => `متاحة لجميع الصفحات في «${folder}»`;
export const raw = "السطر كما كُتب";
export const removed = (property: string): string => `أُزيلت «${property}»`;
export const findProperty = "بحث…";
