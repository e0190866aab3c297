/** Who may create an account on this instance. */

/** `domains`: only addresses at exactly these domains; their subdomains are not included. */
export type SignUpPolicy =
  | { readonly kind: "open" | "invited" | "closed" }
  | { readonly kind: "domains"; readonly domains: readonly string[] };

/** Configured administrators may create their accounts under every policy, and beyond the limit of users. */
export type SignUpRules = { readonly signUp: SignUpPolicy; readonly adminEmails: ReadonlySet<string> };

/** Why an address without an account cannot create one: the policy, or the instance's limit of users. */
export type SignUpRefusal = "sign_up_refused" | "sign_ups_full";
