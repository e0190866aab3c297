/** English: errors in filters. */
import { SENTENCES, type QueryFaultCode } from "../../formats/query/faults.ts";

export const atCharacter = (character: number, sentence: string): string => `Character ${character}: ${sentence}`;
export const inCondition = (condition: number, sentence: string): string => `Condition ${condition}: ${sentence}`;
export const atEnd = (sentence: string): string => `At the end: ${sentence}`;

export const sentences: Readonly<Record<QueryFaultCode, string>> = SENTENCES;
