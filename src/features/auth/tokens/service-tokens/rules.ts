/** What a service token is valid for: one call to one service. */

export type ServiceCall = {
  /** The service that accepts the token. */
  readonly audience: string;
  readonly resource: { readonly type: string; readonly id: string };
  readonly action: string;
};

export const isSameCall = (a: ServiceCall, b: ServiceCall): boolean =>
  a.audience === b.audience &&
  a.resource.type === b.resource.type &&
  a.resource.id === b.resource.id &&
  a.action === b.action;
