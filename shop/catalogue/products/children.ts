import { brandIds } from '../brands.ts'
import { buildProducts } from '../build-products.ts'
import { choiceOf, colourChoice, colourValues, sizeChoice } from '../product-choices.ts'

const embroidery = choiceOf(
  { en: 'Name', el: 'Όνομα' },
  ['Without a name', 'Χωρίς όνομα'],
  ['With the name embroidered', 'Με κεντημένο όνομα', 14_00],
)

/** For the baby and its first walks. */
export const childrenProducts = [
  ...buildProducts(311, [
    {
      id: 3001,
      slug: 'moon-night-light',
      image: '1f319',
      brand: brandIds.synnefo,
      priceCents: 34_00,
      featured: 26,
      sold: 121,
      createdAt: '2026-01-22',
      stock: 50,
      name: { en: 'Moon night light', el: 'Φωτάκι νύχτας «φεγγάρι»' },
      description: {
        en: 'A warm light that dims by itself over twenty minutes. It charges by cable and stays cool to the touch.',
        el: 'Ζεστό φως που χαμηλώνει μόνο του μέσα σε είκοσι λεπτά. Φορτίζει με καλώδιο και δεν ζεσταίνεται.',
      },
    },
    {
      id: 3002,
      slug: 'teddy-bear',
      image: '1f9f8',
      brand: brandIds.synnefo,
      priceCents: 29_00,
      sold: 173,
      createdAt: '2025-09-18',
      stock: 70,
      name: { en: 'Bear with soft paws', el: 'Αρκουδάκι με μαλακές πατούσες' },
      description: {
        en: 'Organic cotton outside, wool inside, embroidered eyes that no baby can swallow. Goes through the machine at thirty degrees and forgives it.',
        el: 'Βιολογικό βαμβάκι απέξω, μαλλί από μέσα και κεντημένα μάτια που δεν ξεκολλούν. Πλένεται στους τριάντα βαθμούς και δεν κρατάει κακία.',
      },
    },
    {
      id: 3003,
      slug: 'merino-baby-blanket',
      image: '1f411',
      brand: brandIds.synnefo,
      priceCents: 58_00,
      featured: 17,
      sold: 109,
      createdAt: '2025-11-02',
      name: { en: 'Merino baby blanket', el: 'Βρεφική κουβέρτα μερινός' },
      description: {
        en: 'Knitted in one piece, light enough for May and warm enough for January. The name, if you want one, is embroidered by hand: write it in the order’s notes.',
        el: 'Πλεγμένη μονοκόμματη, ελαφριά για τον Μάιο και ζεστή για τον Γενάρη. Το όνομα, αν θέλετε, κεντιέται στο χέρι: γράψτε το στις σημειώσεις της παραγγελίας.',
      },
      choices: [
        colourChoice(colourValues.white, colourValues.sky, colourValues.rose, colourValues.mint),
        embroidery,
      ],
      soldOut: [
        [3, 0],
        [3, 1],
      ],
    },
    {
      id: 3004,
      slug: 'carousel-music-box',
      image: '1f3a0',
      brand: brandIds.xylino,
      priceCents: 46_00,
      sold: 60,
      createdAt: '2025-12-05',
      name: { en: 'Carousel music box', el: 'Μουσικό κουτί «καρουζέλ»' },
      description: {
        en: 'Wind it, and a wooden horse goes round to a Greek lullaby. No battery and no volume button: the parents will thank you.',
        el: 'Το κουρδίζετε κι ένα ξύλινο αλογάκι γυρίζει με ένα ελληνικό νανούρισμα. Χωρίς μπαταρία και χωρίς κουμπί έντασης: οι γονείς θα σας ευγνωμονούν.',
      },
    },
    {
      id: 3005,
      slug: 'baby-monitor',
      image: '1f4f9',
      brand: brandIds.psifida,
      priceCents: 119_00,
      sold: 48,
      createdAt: '2026-04-11',
      stock: 16,
      name: { en: 'Baby monitor with camera', el: 'Ενδοεπικοινωνία μωρού με κάμερα' },
      description: {
        en: 'Picture and sound on its own small screen, without the internet and without an account. It sees in the dark and reaches the garden.',
        el: 'Εικόνα και ήχος σε δική της μικρή οθόνη, χωρίς διαδίκτυο και χωρίς λογαριασμό. Βλέπει στο σκοτάδι και φτάνει ως τον κήπο.',
      },
    },
  ]),
  ...buildProducts(312, [
    {
      id: 3011,
      slug: 'baby-bottles',
      image: '1f37c',
      brand: brandIds.synnefo,
      priceCents: 34_00,
      sold: 87,
      createdAt: '2026-02-18',
      name: { en: 'Glass baby bottles, set of 3', el: 'Γυάλινα μπιμπερό, σετ των 3' },
      description: {
        en: 'Borosilicate glass in a silicone sleeve, with three slow teats. They can be boiled every day.',
        el: 'Βοριοπυριτικό γυαλί με κάλυμμα σιλικόνης και τρεις θηλές αργής ροής. Βράζονται κάθε μέρα.',
      },
    },
    {
      id: 3012,
      slug: 'first-tastes-set',
      image: '1f955',
      brand: brandIds.synnefo,
      priceCents: 27_00,
      sold: 72,
      createdAt: '2026-06-12',
      name: { en: 'First tastes: bowl, spoon and bib', el: 'Πρώτες γεύσεις: μπολ, κουτάλι και σαλιάρα' },
      description: {
        en: 'The bowl holds on to the table, the spoon is soft, and the bib catches what misses. Silicone without smell, for the dishwasher.',
        el: 'Το μπολ κολλάει στο τραπέζι, το κουτάλι είναι μαλακό και η σαλιάρα πιάνει ό,τι ξεφεύγει. Άοσμη σιλικόνη, για το πλυντήριο πιάτων.',
      },
      choices: [colourChoice(colourValues.mint, colourValues.rose, colourValues.honey)],
    },
    {
      id: 3013,
      slug: 'baby-carrier',
      image: '1f998',
      brand: brandIds.synnefo,
      priceCents: 129_00,
      featured: 28,
      sold: 94,
      createdAt: '2026-03-12',
      stock: 19,
      name: { en: 'Baby carrier', el: 'Μάρσιπος' },
      description: {
        en: 'From 3.5 to 15 kg, in front or on the back, with padding where it presses. Linen and cotton, so that July is bearable.',
        el: 'Από 3,5 ως 15\u00a0κιλά, μπροστά ή στην πλάτη, με ενίσχυση εκεί που πιέζει. Λινό και βαμβάκι, για να αντέχεται ο Ιούλιος.',
      },
      choices: [colourChoice(colourValues.sand, colourValues.charcoal)],
    },
    {
      id: 3014,
      slug: 'baby-socks',
      image: '1f9e6',
      brand: brandIds.anemi,
      priceCents: 18_00,
      sold: 104,
      createdAt: '2025-10-08',
      name: { en: 'Baby socks, six pairs', el: 'Βρεφικές κάλτσες, έξι ζευγάρια' },
      description: {
        en: 'Six pairs in six colours, because one always disappears. Organic cotton with a cuff that leaves no mark.',
        el: 'Έξι ζευγάρια σε έξι χρώματα, γιατί πάντα χάνεται μία. Βιολογικό βαμβάκι, με λάστιχο που δεν αφήνει σημάδι.',
      },
      choices: [
        sizeChoice(
          ['0–6 months', '0–6 μηνών'],
          ['6–12 months', '6–12 μηνών'],
          ['12–24 months', '12–24 μηνών'],
        ),
      ],
    },
  ]),
]
