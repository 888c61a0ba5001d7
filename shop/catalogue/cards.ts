import { buildProducts, taxClassIds } from './build-products.ts'
import { giftCardCategoryId } from './categories.ts'
import type { Product } from './types.ts'

const cardValues = {
  name: { en: 'Value', el: 'Αξία' },
  values: [25, 50, 100, 150, 200, 300].map((euros, index) => ({
    label: { en: `€${euros}`, el: `${euros} €` },
    ...(index > 0 && { extraCents: 100 * (euros - 25) }),
  })),
}

const giftCards = buildProducts(giftCardCategoryId, [
  {
    id: 186584,
    slug: 'gift-card',
    brand: 'Doron',
    priceCents: 25_00,
    isDigital: true,
    taxClass: 'zero',
    choices: [cardValues],
    featured: 5,
    sold: 486,
    createdAt: '2025-01-07',
    name: { en: 'Gift card', el: 'Δωροκάρτα' },
    description: {
      en: 'It buys anything in the shop, in one go or in several. The code is on the page of the order at once and stays valid for five years.',
      el: 'Αγοράζει οτιδήποτε έχει το κατάστημα, με μία ή με περισσότερες αγορές. Ο κωδικός εμφανίζεται αμέσως στη σελίδα της παραγγελίας και ισχύει πέντε χρόνια.',
    },
    points: [
      {
        en: 'No VAT on the card: it is charged on what the card buys',
        el: 'Η κάρτα δεν έχει ΦΠΑ: χρεώνεται σε ό,τι αγοράζει',
      },
      { en: 'What is left stays on the card', el: 'Ό,τι περισσεύει μένει στην κάρτα' },
    ],
  },
]).map((product): Product => ({ ...product, type: 'giftcertificate' }))

const textModifier = (id: number, name: string, required: boolean) => ({
  id,
  name: { en: name, el: name },
  required,
  type: 'text' as const,
})

/** The number of the product that contributions are ordered as. */
export const groupGiftSku = 'DRN-GROUP'

// Contributions are ordered as this product, at a price of their own; its modifiers name the gift (R415).
const groupGift: Product = {
  id: 1900,
  slug: 'group-gift',
  sku: groupGiftSku,
  name: { en: 'Group gift contribution', el: 'Συμμετοχή σε ομαδικό δώρο' },
  description: {
    en: '<p>A share of the price of a gift that several people give together.</p>',
    el: '<p>Μερίδιο από την τιμή ενός δώρου που κάνουν πολλοί μαζί.</p>',
  },
  brand: 0,
  categories: [],
  type: 'digital',
  taxClass: taxClassIds.zero,
  priceCents: 0,
  options: [],
  variants: [{ id: 190_000, sku: groupGiftSku, values: [], priceCents: 0 }],
  modifiers: [
    textModifier(701, 'product', true),
    textModifier(702, 'variant', true),
    textModifier(703, 'reference', false),
  ],
  image: 'group-gift.webp',
  tile: 1,
  featured: 0,
  sold: 0,
  createdAt: '2025-01-07',
  // Sold through the API only.
  visible: false,
  available: true,
  stockTracked: false,
}

export const cardProducts: Product[] = [...giftCards, groupGift]
