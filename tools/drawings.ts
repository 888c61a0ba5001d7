import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/*
 * `node tools/drawings.ts` makes the site's line drawings anew from Lucide's (ISC), which
 * `npm install --no-save lucide-static@0.577.0` brings. All have lines of one weight, at whatever size they are shown.
 */
const drawings: Record<string, string> = {
  backpack: 'backpack',
  bags: 'shopping-bag',
  balloon: 'balloon',
  bicycle: 'bike',
  bottle: 'baby',
  cake: 'cake',
  calendar: 'calendar-days',
  cap: 'graduation-cap',
  card: 'credit-card',
  cart: 'shopping-cart',
  clipboard: 'clipboard-list',
  coin: 'coins',
  compass: 'compass',
  dove: 'bird',
  gift: 'gift',
  handshake: 'handshake',
  heart: 'heart',
  hourglass: 'hourglass',
  house: 'house',
  key: 'key-round',
  label: 'tag',
  lens: 'search',
  letter: 'mail-open',
  lock: 'lock',
  mailbox: 'mailbox',
  people: 'users-round',
  plant: 'sprout',
  popper: 'party-popper',
  sailboat: 'sailboat',
  shop: 'store',
  sparkles: 'sparkles',
  star: 'star',
  suitcase: 'luggage',
  ticket: 'ticket',
  umbrella: 'umbrella',
}
const require = createRequire(import.meta.url)
const rings = '<circle cx="9" cy="14" r="6"/><circle cx="15.5" cy="14" r="6"/><path d="m7 8-1.5-3h7L11 8"/>'

for (const [name, source] of Object.entries(drawings)) {
  const svg = await readFile(require.resolve(`lucide-static/icons/${source}.svg`), 'utf8')
  const shapes = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.indexOf('</svg>'))
  await draw(name, shapes.replace(/\s*\n\s*/g, ''), '<!-- Lucide, ISC -->')
}
// A wedding has rings, whether in a church or a town hall.
await draw('church', rings, '')

async function draw(name: string, shapes: string, licence: string): Promise<void> {
  const lines = shapes.replaceAll('/>', ' vector-effect="non-scaling-stroke"/>').replaceAll('  ', ' ')
  const head =
    'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#23262d" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"'
  await writeFile(`src/ui/media/drawings/${name}.svg`, `${licence}<svg ${head}>${lines}</svg>\n`)
}
