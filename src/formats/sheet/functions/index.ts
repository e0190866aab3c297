/** All functions available to formulas, by name. */
import { ARRAYS } from "./arrays.ts";
import { CONDITIONAL } from "./conditional.ts";
import { DATES } from "./dates.ts";
import { FINANCE } from "./finance.ts";
import { INFORMATION } from "./information.ts";
import { LOGIC } from "./logic.ts";
import { LOOKUP } from "./lookup.ts";
import { MATH } from "./math.ts";
import { SCIENCE } from "./science.ts";
import type { SheetFunction } from "./signature.ts";
import { STATISTICS } from "./statistics.ts";
import { TEXT } from "./text.ts";

const LIBRARIES = [MATH, LOGIC, STATISTICS, CONDITIONAL, TEXT, DATES, LOOKUP, ARRAYS, INFORMATION, FINANCE, SCIENCE];

const FUNCTIONS: ReadonlyMap<string, SheetFunction> = new Map(LIBRARIES.flatMap((library) => Object.entries(library)));

/** In capitals, in alphabetical order. */
export const FUNCTION_NAMES: readonly string[] = [...FUNCTIONS.keys()].toSorted();

export const sheetFunction = (name: string): SheetFunction | undefined => FUNCTIONS.get(name);
