/** English: refusals, in the service's own words. */
import type { Refusal } from "../refusal.ts";

export const say = ({ sentence }: Refusal): string | Promise<string> => sentence;
