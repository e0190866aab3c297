/** The words for whoever works through a tool. */

/** Never longer in what people read. */
export const CLIENT_NAME_LENGTH = 60;

/** An agent and the person whose rights it uses, as people read it. */
export const onBehalf = (agent: string, person: string): string => `${agent}, for ${person}`;
