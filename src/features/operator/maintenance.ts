/** Keeps users out while a backup is restored, at no cost when none is. */
import type { Deps } from "../../deps.ts";
import { isLocked } from "./store.ts";

/** True while a restore runs: the sweep waits, because it would act on half of the rows. */
export const isRestoring = ({ db }: Pick<Deps, "db">): Promise<boolean> => db.one(isLocked);
