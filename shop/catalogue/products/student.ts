import { brandIds } from '../brands.ts'
import { buildProducts } from '../build-products.ts'
import { choiceOf, engravingChoice } from '../product-choices.ts'

/** For the desk and the first flat. */
export const studentProducts = [
  ...buildProducts(911, [
    {
      id: 9001,
      slug: 'fountain-pen',
      image: '1f58b-fe0f',
      brand: brandIds.selido,
      priceCents: 79_00,
      featured: 49,
      sold: 74,
      createdAt: '2025-09-10',
      name: { en: 'Fountain pen', el: 'Πένα' },
      description: {
        en: 'A steel nib that does not scratch, and a converter for bottled ink. For those who take notes by hand and for the first signature.',
        el: 'Ατσάλινη μύτη που δεν γρατζουνάει και έμβολο για μελάνι μπουκαλιού. Για όσους κρατούν σημειώσεις στο χέρι, και για την πρώτη υπογραφή.',
      },
      choices: [engravingChoice],
    },
    {
      id: 9002,
      slug: 'notebooks',
      image: '1f4d3',
      brand: brandIds.selido,
      priceCents: 22_00,
      sold: 98,
      createdAt: '2026-08-27',
      name: { en: 'Notebooks, set of 3', el: 'Σημειωματάρια, σετ των 3' },
      description: {
        en: 'Sewn, so that they lie flat, with paper that takes ink on both sides. Squared, lined and blank.',
        el: 'Ραμμένα, για να ανοίγουν εντελώς, με χαρτί που σηκώνει μελάνι κι από τις δύο μεριές. Ένα καρέ, ένα ριγέ κι ένα λευκό.',
      },
    },
    {
      id: 9003,
      slug: 'alarm-clock',
      image: '23f0',
      brand: brandIds.psifida,
      priceCents: 32_00,
      sold: 50,
      createdAt: '2026-09-03',
      name: { en: 'Alarm clock with two bells', el: 'Ξυπνητήρι με δύο καμπάνες' },
      description: {
        en: 'It leaves the phone outside the bedroom and wakes the whole corridor.',
        el: 'Αφήνει το κινητό έξω από το υπνοδωμάτιο και ξυπνάει όλο τον διάδρομο.',
      },
    },
    {
      id: 9004,
      slug: 'drawing-set',
      image: '1f4d0',
      brand: brandIds.selido,
      priceCents: 27_00,
      saleCents: 22_00,
      lowest30dCents: 24_00,
      sold: 31,
      createdAt: '2026-09-02',
      name: { en: 'Drawing instruments for engineers', el: 'Όργανα σχεδίου για πολυτεχνείο' },
      description: {
        en: 'Set squares, scale ruler, compasses and three pencils, in a case that survives a bus.',
        el: 'Τρίγωνα, κλιμακόμετρο, διαβήτης και τρία μολύβια, σε θήκη που αντέχει το λεωφορείο.',
      },
    },
  ]),
  ...buildProducts(921, [
    {
      id: 9011,
      slug: 'first-kitchen-box',
      image: '1f4e6',
      brand: brandIds.oikos,
      priceCents: 149_00,
      featured: 50,
      sold: 91,
      createdAt: '2026-08-15',
      stock: 33,
      name: {
        en: 'First kitchen in a box, 34 pieces',
        el: 'Η πρώτη κουζίνα σε ένα κουτί: κατσαρόλες, πιάτα, ποτήρια, μαχαιροπίρουνα, σουρωτήρι, τρίφτης και όλα όσα χρειάζεται ένα φοιτητικό σπίτι από την πρώτη μέρα, 34 κομμάτια',
      },
      description: {
        en: 'Two pots, one pan, plates, glasses and cutlery for four, a strainer, a grater, a board and a knife. Everything works on every hob, and nothing is there for show.',
        el: 'Δύο κατσαρόλες, ένα τηγάνι, πιάτα, ποτήρια και μαχαιροπίρουνα για τέσσερις, σουρωτήρι, τρίφτης, ξύλο κοπής και μαχαίρι. Όλα για κάθε εστία, και τίποτα για τα μάτια.',
      },
    },
    {
      id: 9012,
      slug: 'cleaning-set',
      image: '1f9f9',
      brand: brandIds.oikos,
      priceCents: 35_00,
      sold: 43,
      createdAt: '2026-08-30',
      name: { en: 'Cleaning set', el: 'Σετ καθαριότητας' },
      description: {
        en: 'Broom, dustpan, bucket, two cloths and a bottle of vinegar. Nobody wishes for it; everybody needs it by October.',
        el: 'Σκούπα, φαράσι, κουβάς, δύο πανιά κι ένα μπουκάλι ξίδι. Κανείς δεν το ζητάει· ως τον Οκτώβρη το χρειάζονται όλοι.',
      },
    },
    {
      id: 9013,
      slug: 'moving-van',
      image: '1f69a',
      brand: brandIds.taxidi,
      priceCents: 120_00,
      isDigital: true,
      sold: 22,
      createdAt: '2026-07-25',
      name: { en: 'Moving day with a van', el: 'Μετακόμιση με φορτηγάκι' },
      description: {
        en: 'A van, a driver who also carries, and four hours within one city. Boxes are brought a week before.',
        el: 'Φορτηγάκι, οδηγός που κουβαλάει κιόλας, και τέσσερις ώρες μέσα στην ίδια πόλη. Οι κούτες έρχονται μια εβδομάδα πριν.',
      },
      choices: [
        choiceOf(
          { en: 'Floor', el: 'Όροφος' },
          ['With a lift', 'Με ασανσέρ'],
          ['Without a lift', 'Χωρίς ασανσέρ', 35_00],
        ),
      ],
    },
    {
      id: 9014,
      slug: 'extension-lead',
      image: '1f50c',
      brand: brandIds.psifida,
      priceCents: 24_00,
      sold: 56,
      createdAt: '2026-08-22',
      name: { en: 'Extension lead with USB-C', el: 'Πολύπριζο με USB-C' },
      description: {
        en: 'Four sockets, two chargers, three metres and a switch. Old buildings have one socket a room.',
        el: 'Τέσσερις πρίζες, δύο φορτιστές, τρία μέτρα και διακόπτης. Τα παλιά σπίτια έχουν μία πρίζα το δωμάτιο.',
      },
    },
  ]),
]
