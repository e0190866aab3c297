/** Shared hosting: anybody can get a host name under these suffixes, so the host does not vouch for anyone. */

/**
 * Suffixes from the Public Suffix List's private section under which web applications run, or domains that contain
 * some. The whole section has about 3,800, too many for the Worker's size limit; a test compares these with it.
 */
export const SHARED_SUFFIXES: ReadonlySet<string> = new Set(
  `
  akamaized.net altervista.org amazonaws.com amplifyapp.com app.render.com appspot.com appwrite.network
  appwrite.run awsapprunner.com azurecontainer.io azurefd.net azurestaticapps.net azurewebsites.net base44.app
  blob.core.windows.net blogspot.com bolt.host bplaced.com bubbleapps.io canva.run carrd.co cf-ipfs.com
  chatgpt.site claude.app claudeusercontent.com cleverapps.io cloudaccess.host cloudapp.net cloudflare-ipfs.com
  cloudflare.app cloudfront.net cloudfunctions.net co.com code.run codeberg.page convex.cloud convex.site
  csb.app cyon.site ddns.net de.com deno.dev deno.net digitaloceanspaces.com diskstation.me dpdns.org
  duckdns.org dweb.link dyndns.org easypanel.host edgecompute.app edgekey.net editorx.io elasticbeanstalk.com
  encoreapi.com encr.app eu.com eu.org fastly.net figma.site firebaseapp.com fly.dev framer.ai
  framer.app framer.media framer.website freeddns.org github.io githubpreview.dev githubusercontent.com
  gitlab.io googleapis.com hashbang.sh herokuapp.com hf.space hopto.org is-a-good.dev is-a.dev js.org
  lima-city.de linodeobjects.com linodeusercontent.com lovable.app lovableproject.com my.canva.site
  myqnapcloud.com myshopify.com netlify.app nfshost.com ngrok-free.app ngrok-free.dev ngrok.app ngrok.dev
  ngrok.io ngrok.pro no-ip.org northflank.app notion.site now.sh on-fleek.app on.aws ondigitalocean.app
  onrender.com oraclecloudapps.com pages.dev pantheonsite.io platformsh.site pp.ua pythonanywhere.com qzz.io
  r2.dev readthedocs.io repl.co replit.app replit.dev retool.app run.app sakura.ne.jp scw.cloud square7.ch
  streamlit.app streamlitapp.com supabase.co supabase.in supabase.net surge.sh synology.me sytes.net telebit.app
  telebit.io trafficmanager.net translate.goog trycloudflare.com typedream.app uk.com up.railway.app upsun.app
  us.com us.kg usercontent.goog v0.build val.run vercel.app vercel.dev vultrobjects.com vusercontent.net web.app
  web.core.windows.net webflow.io windsurf.app windsurf.build withgoogle.com wix.run wixsite.com wixstudio.com
  wixstudio.io workers.dev wpenginepowered.com zapto.org zeabur.app
  `
    .trim()
    .split(/\s+/),
);

/** The shared suffix of a host, such as `pages.dev`; null if none is known. */
export function sharedSuffixOf(host: string): string | null {
  const labels = host.replace(/:\d+$/, "").split(".");
  // The longest one: a suffix may have others below it.
  return labels.map((_, i) => labels.slice(i).join(".")).find((suffix) => SHARED_SUFFIXES.has(suffix)) ?? null;
}
