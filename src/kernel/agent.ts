/** Names for agents, that is, users' tools. */

/** Maximum length of a client name wherever it is shown to users. */
export const CLIENT_NAME_LENGTH = 60;

/** Display name of an agent and the user whose rights it uses. */
export const onBehalf = (agent: string, person: string): string => `${agent}, for ${person}`;
