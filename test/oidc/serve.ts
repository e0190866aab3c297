/** `node test/oidc/serve.ts [port]`: runs the test provider alone for manual sign-in. Prints the variables to set. */
import { CLIENT_ID, CLIENT_SECRET, startProvider } from "./provider.ts";

const { url } = await startProvider(Number(process.argv[2] ?? 0));
const issuer = `${url}/hand`;
await fetch(`${issuer}/control`, {
  method: "POST",
  body: JSON.stringify({ person: { sub: "1", email: "pat@example.com", email_verified: true, name: "Pat Example" } }),
});
for (const provider of ["PROVIDER_A", "PROVIDER_B"]) {
  console.log(`${provider}_CLIENT_ID=${CLIENT_ID}`);
  console.log(`${provider}_ISSUER=${issuer}`);
  console.log(`${provider}_AUTHORIZATION_ENDPOINT=${issuer}/authorize`);
  console.log(`${provider}_TOKEN_ENDPOINT=${issuer}/token`);
  console.log(`${provider}_JWKS_URI=${issuer}/jwks`);
}
console.log(`PROVIDER_A_CLIENT_SECRET=${CLIENT_SECRET}`);
