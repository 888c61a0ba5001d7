import { brandIds } from '../brands.ts'
import { buildProducts } from '../build-products.ts'
import { choiceOf, colourChoice, colourValues, sizeChoice } from '../product-choices.ts'

const shoeSizes = sizeChoice(['EU 38', 'Νο 38'], ['EU 40', 'Νο 40'], ['EU 42', 'Νο 42'], ['EU 44', 'Νο 44'])

/** Care, calm and movement. */
export const wellnessProducts = [
  ...buildProducts(811, [
    {
      id: 8001,
      slug: 'olive-oil-soaps',
      image: '1f9fc',
      brand: brandIds.galini,
      priceCents: 18_00,
      sold: 134,
      createdAt: '2025-10-12',
      name: { en: 'Olive-oil soaps, box of 6', el: 'Σαπούνια ελαιολάδου, κουτί των 6' },
      description: {
        en: 'Plain, sage, lemon, mastiha, lavender and one that the soap-maker chooses. Cured for three months.',
        el: 'Αγνό, φασκόμηλο, λεμόνι, μαστίχα, λεβάντα κι ένα που το διαλέγει ο σαπωνοποιός. Ωριμάζουν τρεις μήνες.',
      },
    },
    {
      id: 8002,
      slug: 'body-cream',
      image: '1f9f4',
      brand: brandIds.galini,
      priceCents: 26_00,
      sold: 78,
      createdAt: '2026-03-15',
      name: { en: 'Body cream with almond and fig', el: 'Κρέμα σώματος με αμύγδαλο και σύκο' },
      description: {
        en: 'Half a litre with a pump, for the whole family. Without mineral oil; the list of ingredients fits on one line.',
        el: 'Μισό λίτρο με αντλία, για όλη την οικογένεια. Χωρίς παραφινέλαιο· τα συστατικά χωρούν σε μία γραμμή.',
      },
    },
    {
      id: 8003,
      slug: 'sea-sponge',
      image: '1f9fd',
      brand: brandIds.kyma,
      priceCents: 21_00,
      sold: 69,
      createdAt: '2025-07-09',
      name: { en: 'Sponge from Kalymnos', el: 'Σφουγγάρι Καλύμνου' },
      description: {
        en: 'Cut, not torn, so that the animal grows again. Rinse it well and it lasts two years.',
        el: 'Κομμένο και όχι ξεριζωμένο, για να ξαναμεγαλώσει. Ξεπλύντε το καλά και κρατάει δύο χρόνια.',
      },
      choices: [sizeChoice(['Small', 'Μικρό'], ['Large', 'Μεγάλο', 11_00])],
    },
  ]),
  ...buildProducts(812, [
    {
      id: 8011,
      slug: 'spa-day',
      image: '1fab7',
      brand: brandIds.galini,
      priceCents: 180_00,
      isDigital: true,
      featured: 48,
      sold: 65,
      createdAt: '2026-02-11',
      name: { en: 'Spa day for two', el: 'Μέρα σπα για δύο' },
      description: {
        en: 'Pool, steam bath, one massage each and a light lunch, in Loutraki or Edipsos. Weekdays; on Saturdays with a supplement paid there.',
        el: 'Πισίνα, χαμάμ, ένα μασάζ ο καθένας κι ένα ελαφρύ γεύμα, στο Λουτράκι ή στην Αιδηψό. Καθημερινές· το Σάββατο με μικρή διαφορά που πληρώνεται εκεί.',
      },
    },
    {
      id: 8012,
      slug: 'massage',
      image: '1f33a',
      brand: brandIds.galini,
      priceCents: 70_00,
      isDigital: true,
      sold: 82,
      createdAt: '2025-09-14',
      name: { en: 'An hour of massage', el: 'Μία ώρα μασάζ' },
      description: {
        en: 'At one of forty places in Greece, chosen after you receive the voucher. For expectant mothers a therapist with the right training is booked.',
        el: 'Σε έναν από σαράντα χώρους σε όλη την Ελλάδα, που τον διαλέγετε αφού πάρετε το κουπόνι. Για εγκύους κλείνουμε ραντεβού με ειδικευμένη θεραπεύτρια.',
      },
    },
    {
      id: 8013,
      slug: 'yoga-year',
      image: '1f338',
      brand: brandIds.galini,
      priceCents: 96_00,
      isDigital: true,
      sold: 37,
      createdAt: '2026-01-02',
      name: { en: 'A year of yoga at home', el: 'Ένας χρόνος γιόγκα στο σπίτι' },
      description: {
        en: 'Three hundred lessons from ten minutes to an hour, two of them live every week. It ends by itself.',
        el: 'Τριακόσια μαθήματα από δέκα λεπτά ως μία ώρα, δύο ζωντανά κάθε εβδομάδα. Τελειώνει μόνη της η συνδρομή.',
      },
    },
  ]),
  ...buildProducts(821, [
    {
      id: 8021,
      slug: 'tennis-racket',
      image: '1f3be',
      brand: brandIds.pyxida,
      priceCents: 139_00,
      sold: 27,
      createdAt: '2026-05-03',
      stock: 14,
      name: { en: 'Tennis racket', el: 'Ρακέτα του τένις' },
      description: {
        en: 'A forgiving head for people who play on Sundays. Strung, and with a second grip.',
        el: 'Με κεφαλή που συγχωρεί, για όσους παίζουν τις Κυριακές. Με χορδές και δεύτερη λαβή.',
      },
      choices: [
        choiceOf({ en: 'Grip', el: 'Λαβή' }, ['Thin', 'Λεπτή'], ['Medium', 'Μεσαία'], ['Thick', 'Χοντρή']),
      ],
    },
    {
      id: 8022,
      slug: 'running-shoes',
      image: '1f45f',
      brand: brandIds.pyxida,
      priceCents: 118_00,
      sold: 59,
      createdAt: '2026-03-18',
      name: { en: 'Running shoes', el: 'Παπούτσια για τρέξιμο' },
      description: {
        en: 'Soft at the heel, wide at the toes, good for a thousand kilometres of pavement. The size can be exchanged within sixty days, also after the first run.',
        el: 'Μαλακά στη φτέρνα, φαρδιά στα δάχτυλα, για χίλια χιλιόμετρα σε άσφαλτο. Το νούμερο αλλάζει μέσα σε εξήντα μέρες, ακόμη και μετά το πρώτο τρέξιμο.',
      },
      choices: [shoeSizes, colourChoice(colourValues.white, colourValues.sea)],
      soldOut: [
        [0, 1],
        [3, 0],
      ],
    },
    {
      id: 8023,
      slug: 'table-tennis',
      image: '1f3d3',
      brand: brandIds.pyxida,
      priceCents: 38_00,
      saleCents: 30_00,
      lowest30dCents: 38_00,
      sold: 55,
      createdAt: '2025-08-03',
      name: { en: 'Table tennis for any table', el: 'Πινγκ πονγκ για κάθε τραπέζι' },
      description: {
        en: 'Two bats, six balls and a net that opens from 40 to 180 cm. The dining table never knew it could.',
        el: 'Δύο ρακέτες, έξι μπαλάκια κι ένα φιλέ που ανοίγει από 40 ως 180\u00a0εκ. Το τραπέζι της τραπεζαρίας δεν το φανταζόταν.',
      },
    },
    {
      id: 8024,
      slug: 'boxing-gloves',
      image: '1f94a',
      brand: brandIds.pyxida,
      priceCents: 49_00,
      sold: 24,
      createdAt: '2025-12-28',
      name: { en: 'Boxing gloves', el: 'Γάντια του μποξ' },
      description: {
        en: 'For the bag, not for the brother. Leather, with a strap that one can close alone.',
        el: 'Για τον σάκο, όχι για τον αδελφό. Δερμάτινα, με δέσιμο που κλείνει κανείς και μόνος του.',
      },
      choices: [sizeChoice(['10 oz', '280\u00a0γρ.'], ['12 oz', '340\u00a0γρ.'], ['14 oz', '400\u00a0γρ.'])],
    },
  ]),
]
