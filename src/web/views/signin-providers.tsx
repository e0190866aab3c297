/** The buttons of the providers that are set up. */
import { words } from "../../words/signin.ts";

/** Issuers of the providers; null for one that is not set up. */
export type ProviderIssuers = { readonly providera: string | null; readonly providerb: string | null };

type Configured = { readonly issuer: string } | null | undefined;

export const issuersOf = ({
  providera,
  providerb,
}: Readonly<Record<keyof ProviderIssuers, Configured>>): ProviderIssuers => ({
  providera: providera?.issuer ?? null,
  providerb: providerb?.issuer ?? null,
});

/** What people call them; others go by their host. */
const NAMES: Readonly<Record<string, string>> = { "accounts.google.com": "Google", "appleid.apple.com": "Apple" };

const nameOf = (issuer: string): string => NAMES[new URL(issuer).host] ?? new URL(issuer).host;

export const ProviderButtons = ({ providera, providerb }: ProviderIssuers) => {
  const buttons = Object.entries({ providera, providerb }).filter(([, issuer]) => issuer !== null);
  return buttons.length === 0 ? null : (
    <div class="stack" data-providers>
      {buttons.map(([name, issuer]) => (
        <button type="button" class="quiet outlined" data-provider={name}>
          {words.continueWith(nameOf(issuer ?? ""))}
        </button>
      ))}
    </div>
  );
};
