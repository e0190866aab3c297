/** The page texts of the sample workspace: a small workshop about to launch a lamp. */

/** Ids that the texts refer to. */
export type Links = { readonly maya: string; readonly jonas: string; readonly amina: string; readonly picture: string };

export const launchPlan = ({
  jonas,
  amina,
  picture,
}: Links): string => `The first hundred lamps leave the workshop on **12 March**. This page says who does what until then, and what we have decided.

![The lamp on a desk, lit from the side](/api/files/${picture}/view)

## What has to be true by then

- [x] The hinge holds for 20,000 turns
- [x] Boxes and printing are ordered
- [ ] @[Jonas Weber](user:${jonas}) Photographs for the shop
- [ ] @[Amina Diallo](user:${amina}) The letter to everybody who asked
- [ ] A price for the spare shade

> [!important] One thing decides the date
> The glass comes from one supplier. If the second batch is not here on 3 March, we send sixty lamps and say so.

## Numbers

| Part          | A lamp | A hundred |
| ------------- | -----: | --------: |
| Arm and hinge |  18.40 |     1,840 |
| Shade         |  11.20 |     1,120 |
| Cable, switch |   4.10 |       410 |
| Box           |   2.60 |       260 |
| **Together**  |  36.30 |     3,630 |

At a price of 89 this leaves $89 - 36.30 = 52.70$ for each lamp before the workshop is paid.

## Open questions

1. Do we take orders before we know the date?
2. Who answers the first letters? Last time it took a day a week.
3. Is the blue one a second colour, or a second lamp?
`;

export const ADDED_BY_TOOL = `4. Three of the twelve people who tried the lamp asked for a longer cable (see *Interviews*).
`;

export const INTERVIEWS = `Twelve people tried the lamp for a week. What they said, shortest first.

## The hinge

“It stays where I put it.” Nine of twelve said this in some form, and four showed it without being asked.

## The cable

Three of them put the lamp on a shelf and were a hand short. A longer cable costs 0.35.

## The switch

- Found at once: 7
- Looked for under the shade: 4
- Asked where it is: 1

\`\`\`mermaid
pie title Where people looked for the switch
  "On the cable" : 7
  "Under the shade" : 4
  "Asked" : 1
\`\`\`
`;

export const MEETING = `**Here:** Maya, Jonas, Amina

## Decided

- We stay with the grey cable; the black one comes two weeks later.
- Amina writes to the glass supplier today.

## Next time

What a spare shade may cost.
`;

export const tasks = ({ maya, jonas, amina }: Links): string => `# Before the launch

- [x] Order boxes @[Maya Lindqvist](user:${maya}) due:2026-11-12
- [ ] Photograph the lamp in daylight @[Jonas Weber](user:${jonas}) due:2026-11-27 !high
- [ ] Write the letter @[Amina Diallo](user:${amina}) due:2026-11-30
  - [x] Ask who wants it in German
  - [ ] Have it read by somebody who knows nothing of lamps
- [ ] Name a price for the spare shade @[Maya Lindqvist](user:${maya}) due:2026-12-02

# Later

- [ ] A second colour
- [ ] Find a second supplier of glass !low
`;

export const PRICES = `Lamp,Made in,Price,Arm,Stays in place
Northlight N1,Here,89,Steel,yes
Tizio,Italy,420,Aluminium,yes
Anglepoise 75,England,195,Steel,yes
Pixar copy,Elsewhere,24,Steel,for a month
Mean,,=AVERAGE(C2:C5),,
`;

export const CODE = `/** How many boxes fit on a pallet, and how high it is then. */

type Box = { readonly width: number; readonly depth: number; readonly height: number };

const PALLET = { width: 800, depth: 1_200, highest: 1_800 } as const;

export function stack(box: Box): { readonly boxes: number; readonly height: number } {
  const each = Math.floor(PALLET.width / box.width) * Math.floor(PALLET.depth / box.depth);
  const layers = Math.floor(PALLET.highest / box.height);
  return { boxes: each * layers, height: layers * box.height };
}

console.log(stack({ width: 200, depth: 400, height: 180 })); // { boxes: 120, height: 1800 }
`;

export const CANVAS = `<style>
  body { margin: 0; font: 18px/1.5 Georgia, serif; background: #f3efe6; color: #222; }
  main { max-width: 34rem; margin: 4rem auto; padding: 0 1.5rem; }
  h1 { font-size: 2.6rem; line-height: 1.1; margin: 0 0 1rem; }
  a { color: #12594d; }
</style>
<main>
  <h1>A lamp that stays where you put it.</h1>
  <p>The N1 is made in our workshop, one after the other, of steel and glass. It can be taken apart with a coin.</p>
  <p><a href="#">Tell me when it is there</a></p>
</main>
`;

export const CHAT = `Answers questions about what is in this drive.
`;

/** Rendered by a browser and uploaded, so that the documents contain a picture. */
export const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="640" viewBox="0 0 1200 640">
  <defs>
    <linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#e9dfcb"/><stop offset="1" stop-color="#c8b594"/></linearGradient>
    <radialGradient id="light" cx="0.5" cy="0" r="1"><stop offset="0" stop-color="#fff7d6" stop-opacity="0.95"/><stop offset="1" stop-color="#fff7d6" stop-opacity="0"/></radialGradient>
  </defs>
  <rect width="1200" height="640" fill="url(#wall)"/>
  <rect y="500" width="1200" height="140" fill="#7a5a3c"/>
  <rect y="500" width="1200" height="10" fill="#94704c"/>
  <polygon points="640,250 860,250 1060,500 440,500" fill="url(#light)"/>
  <ellipse cx="380" cy="505" rx="110" ry="16" fill="#24322e"/>
  <path d="M380 500 L470 300 L690 200" fill="none" stroke="#24322e" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/>
  <circle cx="470" cy="300" r="15" fill="#b98b2f"/>
  <path d="M640 250 Q650 160 750 150 Q850 160 860 250 Z" fill="#12594d"/>
  <rect x="700" y="470" width="210" height="30" rx="4" fill="#f4efe4"/>
  <rect x="720" y="448" width="180" height="24" rx="4" fill="#a3271f"/>
</svg>`;

export const PRINTED = `<h1>What people said</h1>${["The hinge", "The cable", "The switch", "The light", "The price"]
  .map(
    (part) => `<section style="break-after: page"><h2>${part}</h2>
    <p>Twelve people tried the lamp for a week, and wrote down each evening what they had done with it.</p>
    <p>“It stays where I put it.” Nine of twelve said this in some form, and four showed it without being asked.</p>
    <ul><li>Found at once: 7</li><li>Looked for under the shade: 4</li><li>Asked somebody: 1</li></ul></section>`,
  )
  .join("")}`;

export const ARABIC = `تصل المصابيح المئة الأولى إلى المتجر في **12 مارس**. نكتب هنا ما نقوله لمن سأل عنها.

## ما يجب أن يكون جاهزًا

- [x] طلب العلب والطباعة
- [ ] صور للمتجر
- [ ] سعر للغطاء الإضافي

> [!important] موعد واحد يحدد كل شيء
> يأتي الزجاج من مورّد واحد. إن لم تصل الدفعة الثانية في 3 مارس أرسلنا ستين مصباحًا.

| الجزء | الثمن |
| ----- | ----: |
| الذراع | 18.40 |
| الغطاء | 11.20 |
`;
