/** Arabic: errors in filters. */
import type { QueryFaultCode } from "../../formats/query/faults.ts";

export const atCharacter = (character: number, sentence: string): string => `الحرف ${character}: ${sentence}`;
export const inCondition = (condition: number, sentence: string): string => `الشرط ${condition}: ${sentence}`;
export const atEnd = (sentence: string): string => `في النهاية: ${sentence}`;

/** Names in braces are replaced by the details of the error. */
export const sentences: Readonly<Record<QueryFaultCode, string>> = {
  too_long: "لا يتجاوز المرشح 2000 حرف.",
  too_many_words: "لا يتجاوز المرشح 200 كلمة.",
  too_many_parts: "لا يتجاوز المرشح 60 شرطًا وقيمة.",
  too_deep: "لا تتداخل الشروط أكثر من 20 مستوى.",
  not_understood: "«{found}» غير مفهوم هنا.",
  name_expected: "ينقص هنا اسم خاصية.",
  value_expected: "تنقص هنا قيمة.",
  unknown_property: "لا توجد خاصية «{name}».",
  unknown_property_near: "لا توجد خاصية «{name}». هل تقصد «{near}»؟",
  operator_expected: "يأتي بعد «{name}» واحد من: {operators}، is empty.",
  operator_refused: "لا تقبل «{name}» المعامل «{operator}»، بل {operators}.",
  empty_expected: "يأتي بعد «is» إما «empty» أو «not empty».",
  list_expected: "يأتي بعد «in» قائمة بين قوسين تفصلها فواصل.",
  parenthesis_missing: "ينقص هنا «)».",
  not_a_number: "«{name}» رقم، و«{found}» ليس رقمًا.",
  not_a_date: "«{name}» تاريخ مثل 2026-12-01 أو today+7d، و«{found}» ليس تاريخًا.",
  not_a_truth: "قيمة «{name}» هي true أو false.",
  unknown_choice: "لا يوجد في «{name}» الاختيار «{found}»، بل {options}.",
  end_expected: "المتوقع «and» أو «or» أو النهاية، لا «{found}».",
  invalid_json: "هذا ليس شرطًا.",
};
