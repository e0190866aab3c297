/** English: errors in filters. */
import type { QueryFaultCode } from "../../formats/query/faults.ts";

export const atCharacter = (character: number, sentence: string): string => `Character ${character}: ${sentence}`;
export const inCondition = (condition: number, sentence: string): string => `Condition ${condition}: ${sentence}`;
export const atEnd = (sentence: string): string => `At the end: ${sentence}`;

/** Names in braces are replaced by the details of the error. */
export const sentences: Readonly<Record<QueryFaultCode, string>> = {
  too_long: "A filter has at most 2,000 characters.",
  too_many_words: "A filter has at most 200 words.",
  too_many_parts: "A filter has at most 60 conditions and values.",
  too_deep: "Conditions nest at most 20 deep.",
  not_understood: "“{found}” is not understood here.",
  name_expected: "the name of a property is expected.",
  value_expected: "a value is expected.",
  unknown_property: "there is no property “{name}”.",
  unknown_property_near: "there is no property “{name}”. Did you mean “{near}”?",
  operator_expected: "“{name}” must be followed by one of: {operators}, is empty.",
  operator_refused: "“{name}” does not support “{operator}”; use {operators}.",
  empty_expected: "“is” must be followed by “empty” or “not empty”.",
  list_expected: "“in” needs a list in parentheses, separated by commas.",
  parenthesis_missing: "a “)” is missing.",
  not_a_number: "“{name}” is a number, and “{found}” is not.",
  not_a_date: "“{name}” is a date, such as 2026-12-01 or today+7d, and “{found}” is not.",
  not_a_truth: "“{name}” is true or false.",
  unknown_choice: "“{name}” has no choice “{found}”; it has {options}.",
  end_expected: "“and”, “or” or the end is expected, not “{found}”.",
  invalid_json: "this is not a condition.",
};
