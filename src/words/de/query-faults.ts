/** German: errors in filters. */
import type { QueryFaultCode } from "../../formats/query/faults.ts";

export const atCharacter = (character: number, sentence: string): string => `Zeichen ${character}: ${sentence}`;
export const inCondition = (condition: number, sentence: string): string => `Bedingung ${condition}: ${sentence}`;
export const atEnd = (sentence: string): string => `Am Ende: ${sentence}`;

/** Names in braces are replaced by the details of the error. */
export const sentences: Readonly<Record<QueryFaultCode, string>> = {
  too_long: "Ein Filter hat höchstens 2.000 Zeichen.",
  too_many_words: "Ein Filter hat höchstens 200 Wörter.",
  too_many_parts: "Ein Filter hat höchstens 60 Bedingungen und Werte.",
  too_deep: "Bedingungen sind höchstens 20-fach verschachtelt.",
  not_understood: "„{found}“ ist hier nicht verständlich.",
  name_expected: "Hier fehlt der Name einer Eigenschaft.",
  value_expected: "Hier fehlt ein Wert.",
  unknown_property: "Es gibt keine Eigenschaft „{name}“.",
  unknown_property_near: "Es gibt keine Eigenschaft „{name}“. Meinst du „{near}“?",
  operator_expected: "Nach „{name}“ folgt eines von: {operators}, is empty.",
  operator_refused: "„{name}“ kann nicht mit „{operator}“ verglichen werden, nur mit {operators}.",
  empty_expected: "Nach „is“ folgt „empty“ oder „not empty“.",
  list_expected: "Nach „in“ folgt eine Liste in Klammern, getrennt durch Kommas.",
  parenthesis_missing: "Hier fehlt eine „)“.",
  not_a_number: "„{name}“ ist eine Zahl, „{found}“ nicht.",
  not_a_date: "„{name}“ ist ein Datum wie 2026-12-01 oder today+7d, „{found}“ nicht.",
  not_a_truth: "„{name}“ ist true oder false.",
  unknown_choice: "„{name}“ hat keine Option „{found}“, nur {options}.",
  end_expected: "Hier folgt „and“, „or“ oder das Ende, nicht „{found}“.",
  invalid_json: "Das ist keine Bedingung.",
};
