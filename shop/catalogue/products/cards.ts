import { brand } from '../brands.ts'
import { shelf, taxClass } from '../build.ts'
import { giftCards } from '../categories.ts'
import { choice } from '../choices.ts'
import type { Product } from '../types.ts'

const value = choice(
  { en: 'Value', el: 'Αξία' },
  ['€25', '25 €'],
  ['€50', '50 €', 25_00],
  ['€100', '100 €', 75_00],
  ['€150', '150 €', 125_00],
  ['€200', '200 €', 175_00],
  ['€300', '300 €', 275_00],
)

const giftCard = shelf(giftCards, [
  {
    id: 186584,
    slug: 'gift-card',
    image: '1f381',
    brand: brand.doron,
    cents: 25_00,
    digital: true,
    taxClass: taxClass.zero,
    choices: [value],
    featured: 5,
    sold: 486,
    since: '2025-01-07',
    name: { en: 'Gift card', el: 'Δωροκάρτα' },
    text: {
      en: 'It buys anything in the shop, in one go or in several. The code is on the page of the order at once and stays valid for five years.',
      el: 'Αγοράζει οτιδήποτε έχει το κατάστημα, με τη μία ή σε δόσεις. Ο κωδικός εμφανίζεται αμέσως στη σελίδα της παραγγελίας και ισχύει πέντε χρόνια.',
    },
    points: [
      {
        en: 'No VAT on the card: it is charged on what the card buys',
        el: 'Η κάρτα δεν έχει ΦΠΑ: χρεώνεται σε ό,τι αγοράζει',
      },
      { en: 'What is left stays on the card', el: 'Ό,τι περισσεύει, μένει στην κάρτα' },
    ],
  },
]).map((product): Product => ({ ...product, type: 'giftcertificate' }))

const word = (id: number, name: string, required: boolean) => ({ id, name: { en: name, el: name }, required })

// It carries a share of a gift's price through the cart; the modifiers say of which gift.
const groupGift: Product = {
  id: 1900,
  slug: 'group-gift',
  sku: 'DRN-GROUP',
  name: { en: 'Group gift contribution', el: 'Συμμετοχή σε ομαδικό δώρο' },
  description: {
    en: '<p>A share of the price of a gift that several people give together.</p>',
    el: '<p>Μερίδιο από την τιμή ενός δώρου που κάνουν πολλοί μαζί.</p>',
  },
  brand: brand.none,
  categories: [],
  type: 'digital',
  taxClass: taxClass.zero,
  priceCents: 0,
  options: [],
  variants: [{ id: 190_000, sku: 'DRN-GROUP', values: [], priceCents: 0 }],
  modifiers: [word(701, 'product', true), word(702, 'variant', true), word(703, 'reference', false)],
  image: '1f91d',
  tile: 1,
  featured: 0,
  sold: 0,
  createdAt: '2025-01-07',
  // Sold through the API alone: no page shows it, no search finds it.
  visible: false,
  available: true,
  stockTracked: false,
}

/** Gift cards, and the product that stands for a share of a group gift. */
export const cards: Product[] = [...giftCard, groupGift]
