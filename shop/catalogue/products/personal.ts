import { brandIds } from '../brands.ts'
import { buildProducts } from '../build-products.ts'
import type { Modifier, OptionValue, Product } from '../types.ts'

/** The ids of modifiers and of their values lie beyond those of the product's options. */
const modifierId = (productId: number, index: number) => productId * 10 + 5 + index
const valueId = (productId: number, modifier: number, value: number) =>
  productId * 1000 + 500 + modifier * 50 + value

const nameToEngrave = (productId: number): Modifier => ({
  id: modifierId(productId, 0),
  name: { en: 'Name to engrave', el: 'Όνομα για τη χάραξη' },
  required: true,
  type: 'text',
  minLength: 2,
  maxLength: 24,
})

const letterColours: OptionValue[] = [
  { en: 'Olive', el: 'Λαδί' },
  { en: 'Honey', el: 'Μελί' },
  { en: 'Sea blue', el: 'Μπλε της θάλασσας' },
].map((label, index) => ({ id: valueId(4043, 1, index), label }))

/** Products that are made for one person: what is written on them is asked for with the order. */
export const personalProducts: Product[] = [
  ...buildProducts(422, [
    {
      id: 4041,
      slug: 'ring-dish-with-a-name',
      image: '1f48d',
      brand: brandIds.argyro,
      priceCents: 46_00,
      sold: 21,
      createdAt: '2025-06-12',
      name: { en: 'Ring dish with a name', el: 'Πιατάκι για δαχτυλίδια, με όνομα' },
      description: {
        en: 'A shallow silver-plated dish for rings. The name is engraved by hand on the rim.',
        el: 'Ένα ρηχό επάργυρο πιατάκι για τα δαχτυλίδια. Το όνομα χαράζεται με το χέρι στο χείλος του.',
      },
      modifiers: [
        nameToEngrave(4041),
        {
          id: modifierId(4041, 1),
          name: { en: 'Gift wrapping', el: 'Συσκευασία δώρου' },
          required: false,
          type: 'checkbox',
          label: { en: 'Wrap it as a gift', el: 'Να τυλιχτεί για δώρο' },
          checkedId: valueId(4041, 1, 0),
          uncheckedId: valueId(4041, 1, 1),
        },
      ],
    },
    {
      id: 4042,
      slug: 'birth-plate',
      image: '1f37d-fe0f',
      brand: brandIds.keramos,
      priceCents: 54_00,
      sold: 33,
      createdAt: '2025-06-20',
      name: { en: 'Plate with name and date', el: 'Πιάτο με όνομα και ημερομηνία' },
      description: {
        en: 'Painted and fired for one child: a name, a day, and a few words on the back if you like.',
        el: 'Ζωγραφίζεται και ψήνεται για ένα παιδί: ένα όνομα, μια μέρα και, αν θέλετε, λίγα λόγια στο πίσω μέρος.',
      },
      modifiers: [
        { ...nameToEngrave(4042), name: { en: 'Name on the plate', el: 'Όνομα στο πιάτο' } },
        {
          id: modifierId(4042, 1),
          name: { en: 'Date on the plate', el: 'Ημερομηνία στο πιάτο' },
          required: true,
          type: 'date',
          earliest: '2000-01-01',
          latest: '2039-12-31',
        },
        {
          id: modifierId(4042, 2),
          name: { en: 'Words on the back', el: 'Λόγια στο πίσω μέρος' },
          required: false,
          type: 'multi_line_text',
          maxLength: 120,
          maxLines: 3,
        },
      ],
    },
    {
      id: 4043,
      slug: 'growth-chart',
      image: '1f4cf',
      brand: brandIds.xylino,
      priceCents: 38_00,
      otherCategories: [311],
      sold: 27,
      createdAt: '2025-07-03',
      name: { en: 'Growth chart in beech', el: 'Αναστημόμετρο από οξιά' },
      description: {
        en: 'It begins at the height that the child has today and ends at a metre sixty.',
        el: 'Αρχίζει από το ύψος που έχει σήμερα το παιδί και τελειώνει στο ένα εξήντα.',
      },
      modifiers: [
        {
          id: modifierId(4043, 0),
          name: { en: 'First mark in centimetres', el: 'Πρώτο σημάδι σε εκατοστά' },
          required: true,
          type: 'numbers_only_text',
          lowest: 40,
          highest: 120,
          integersOnly: true,
        },
        {
          id: modifierId(4043, 1),
          name: { en: 'Colour of the letters', el: 'Χρώμα των γραμμάτων' },
          required: true,
          type: 'dropdown',
          values: letterColours,
        },
      ],
    },
    {
      id: 4044,
      slug: 'photo-book',
      image: '1f4d4',
      brand: brandIds.selido,
      priceCents: 44_00,
      sold: 18,
      createdAt: '2025-07-11',
      name: { en: 'Photo book of your day', el: 'Λεύκωμα της ημέρας σας' },
      description: {
        en: 'Sixty pages, bound in linen, printed from the pictures that you send us with the order.',
        el: 'Εξήντα σελίδες δεμένες με λινό, από τις φωτογραφίες που στέλνετε μαζί με την παραγγελία.',
      },
      modifiers: [
        {
          id: modifierId(4044, 0),
          name: { en: 'Your pictures', el: 'Οι φωτογραφίες σας' },
          required: true,
          type: 'file',
          fileTypes: ['jpg', 'png', 'zip'],
          maxSize: 50,
        },
      ],
    },
  ]),
]
