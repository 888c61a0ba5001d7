import { brandIds } from '../brands.ts'
import { buildProducts } from '../build-products.ts'
import { choiceOf, sizeChoice } from '../product-choices.ts'

const season = choiceOf(
  { en: 'Season', el: 'Περίοδος' },
  ['April–June, September–October', 'Απρίλιος–Ιούνιος, Σεπτέμβριος–Οκτώβριος'],
  ['July–August', 'Ιούλιος–Αύγουστος', 60_00],
)

/** Days on the water and under it, and nights away; all of them vouchers sent by e-mail. */
export const seaProducts = [
  ...buildProducts(211, [
    {
      id: 2001,
      slug: 'sailing-day-hydra',
      image: 'sailing-day-hydra.jpg',
      brand: brandIds.experiences,
      priceCents: 340_00,
      isDigital: true,
      featured: 4,
      sold: 88,
      createdAt: '2026-04-08',
      name: { en: 'Sailing day around Hydra, for two', el: 'Μέρα με ιστιοφόρο γύρω από την Ύδρα, για δύο' },
      description: {
        en: 'Out of Ermioni in the morning, two swims on the way, lunch on board and back with the evening wind. The skipper sails; you may take the wheel.',
        el: 'Αναχώρηση το πρωί από την Ερμιόνη, δύο βουτιές στη διαδρομή, φαγητό στο σκάφος και επιστροφή με τον βραδινό αέρα. Κυβερνάει ο καπετάνιος· το τιμόνι το πιάνετε κι εσείς, αν θέλετε.',
      },
      points: [
        {
          en: 'April to October, any day with good weather',
          el: 'Απρίλιο με Οκτώβριο, όποια μέρα έχει καλό καιρό',
        },
        {
          en: 'Valid for two years, moved free of charge up to 48 hours before',
          el: 'Ισχύει δύο χρόνια, αλλάζει δωρεάν έως 48 ώρες πριν',
        },
      ],
    },
    {
      id: 2002,
      slug: 'motor-boat-paxos',
      image: '1f6e5-fe0f',
      brand: brandIds.experiences,
      priceCents: 280_00,
      isDigital: true,
      sold: 31,
      createdAt: '2026-05-14',
      name: { en: 'Motor boat for a day, Paxos', el: 'Σκάφος για μία μέρα στους Παξούς' },
      description: {
        en: 'A small boat that needs no licence, for up to five people, with a map of the caves and a cool box. Petrol is paid on return.',
        el: 'Μικρό σκάφος χωρίς δίπλωμα, για έως πέντε άτομα, με χάρτη για τις σπηλιές και ψυγειάκι. Η βενζίνη πληρώνεται στην επιστροφή.',
      },
      choices: [season],
    },
    {
      id: 2003,
      slug: 'sailing-licence',
      image: '2693',
      brand: brandIds.experiences,
      priceCents: 420_00,
      isDigital: true,
      sold: 26,
      createdAt: '2025-09-22',
      name: { en: 'Skipper’s course', el: 'Σχολή ιστιοπλοΐας ανοιχτής θάλασσας' },
      description: {
        en: 'Six weekends in Piraeus or Thessaloniki: theory in the morning, sea in the afternoon, and the examination fee is included.',
        el: 'Έξι Σαββατοκύριακα στον Πειραιά ή στη Θεσσαλονίκη: το πρωί θεωρία, το απόγευμα θάλασσα. Στην τιμή είναι και τα εξέταστρα.',
      },
      choices: [
        choiceOf({ en: 'City', el: 'Πόλη' }, ['Piraeus', 'Πειραιάς'], ['Thessaloniki', 'Θεσσαλονίκη']),
      ],
    },
    {
      id: 2004,
      slug: 'aegean-cruise',
      image: '1f6a2',
      brand: brandIds.experiences,
      priceCents: 720_00,
      isDigital: true,
      featured: 30,
      sold: 19,
      createdAt: '2026-03-19',
      name: { en: 'Three-day Aegean cruise, for two', el: 'Τριήμερη κρουαζιέρα στο Αιγαίο, για δύο' },
      description: {
        en: 'Four islands, two nights, an outside cabin and all meals. A favourite group gift for couples who have no time for a long honeymoon.',
        el: 'Τέσσερα νησιά, δύο νύχτες, εξωτερική καμπίνα και όλα τα γεύματα. Συχνό ομαδικό δώρο για ζευγάρια που δεν προλαβαίνουν μεγάλο γαμήλιο ταξίδι.',
      },
    },
  ]),
  ...buildProducts(212, [
    {
      id: 2011,
      slug: 'first-dive',
      image: '1f420',
      brand: brandIds.kyma,
      priceCents: 95_00,
      isDigital: true,
      sold: 57,
      createdAt: '2026-04-27',
      name: { en: 'First dive with an instructor', el: 'Πρώτη κατάδυση με εκπαιδευτή' },
      description: {
        en: 'An hour in the shallows and half an hour at six metres, with everything lent. From ten years of age, with a doctor’s note if you have asthma.',
        el: 'Μία ώρα στα ρηχά και μισή στα έξι μέτρα, με όλο τον εξοπλισμό. Από δέκα χρονών και πάνω· με άσθμα χρειάζεται χαρτί γιατρού.',
      },
    },
    {
      id: 2012,
      slug: 'windsurfing-lessons',
      image: '1f30a',
      brand: brandIds.kyma,
      priceCents: 150_00,
      isDigital: true,
      sold: 34,
      createdAt: '2025-05-30',
      name: { en: 'Windsurfing, three mornings', el: 'Ιστιοσανίδα, τρία πρωινά' },
      description: {
        en: 'Three lessons of two hours in Rafina, Paros or Vasiliki, in groups of four. On the third morning you come back to where you started.',
        el: 'Τρία δίωρα μαθήματα στη Ραφήνα, στην Πάρο ή στη Βασιλική, σε ομάδες των τεσσάρων. Το τρίτο πρωί γυρίζετε εκεί από όπου ξεκινήσατε.',
      },
    },
    {
      id: 2013,
      slug: 'dolphin-trip',
      image: '1f42c',
      brand: brandIds.experiences,
      priceCents: 85_00,
      isDigital: true,
      sold: 42,
      createdAt: '2026-06-22',
      name: { en: 'Day in the marine park of Alonissos', el: 'Μέρα στο θαλάσσιο πάρκο της Αλοννήσου' },
      description: {
        en: 'With a biologist, through the islands of the monk seal. Dolphins come more often than not, but nobody can promise them.',
        el: 'Με βιολόγο, ανάμεσα στα νησιά της μεσογειακής φώκιας. Τα δελφίνια φαίνονται συχνά, αλλά κανείς δεν μπορεί να τα υποσχεθεί.',
      },
      choices: [
        choiceOf(
          { en: 'Ticket', el: 'Εισιτήριο' },
          ['Adult', 'Ενήλικος'],
          ['Family of four', 'Οικογένεια τεσσάρων', 165_00],
        ),
      ],
    },
    {
      id: 2014,
      slug: 'sea-kayak',
      image: '1f6f6',
      brand: brandIds.kyma,
      priceCents: 75_00,
      isDigital: true,
      sold: 38,
      createdAt: '2025-08-12',
      name: { en: 'Sea kayak to Kimolos, for two', el: 'Με καγιάκ ως την Κίμωλο, για δύο' },
      description: {
        en: 'A morning’s paddle from Pollonia, with a guide, a double kayak and breakfast on a beach without a road.',
        el: 'Πρωινή διαδρομή από τα Πολλώνια με οδηγό, διπλό καγιάκ και πρωινό σε παραλία χωρίς δρόμο.',
      },
    },
    {
      id: 2015,
      slug: 'snorkel-set',
      image: '1f93f',
      brand: brandIds.kyma,
      priceCents: 44_00,
      otherCategories: [622],
      sold: 63,
      createdAt: '2025-06-10',
      stock: 35,
      name: { en: 'Mask and snorkel', el: 'Μάσκα και αναπνευστήρας' },
      description: {
        en: 'Tempered glass and soft silicone that does not leave a ring for the rest of the day. In a net bag that dries.',
        el: 'Σκληρυμένο γυαλί και μαλακή σιλικόνη που δεν αφήνει σημάδι ως το βράδυ. Σε διχτυωτή θήκη που στεγνώνει.',
      },
      choices: [sizeChoice(['Children', 'Παιδική'], ['Adults', 'Ενηλίκων', 6_00])],
    },
  ]),
]
