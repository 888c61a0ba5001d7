import { addDays, type Day } from './base/dates.ts'

export interface DemoWish {
  /** The product's English name in the shop. */
  name: string
  quantity?: number
  group?: true
  wanted?: true
}

export interface DemoGift {
  giver: string
  gift: string
  /** Units, or whole euro towards a group gift. */
  amount: number
  message: string
}

export interface DemoRegistry {
  key: string
  /** The fields of the form to create it. */
  draft: object
  wishes: DemoWish[]
  given: DemoGift[]
  /** With surprise mode on until this day. */
  revealDay?: Day
}

/** All people and addresses here are invented. */
const address = {
  street: 'Οδός Ρόδων 12',
  country: 'GR',
  region: 'GR-J',
  city: 'Ναύπλιο',
  postcode: '211 00',
  phone: '2752000000',
}

const bothHosts = {
  name: 'Ελένη',
  surname: 'Δοκιμαστική',
  partner_name: 'Γιώργος',
  partner_surname: 'Υποδειγματικός',
}

const everywhere = { registry_status: 'public', home_address: address, same_as_home: true, terms: true }

const wedding = (today: Day): DemoRegistry => ({
  key: 'demo',
  draft: {
    ...bothHosts,
    ...everywhere,
    search_engines: true,
    type: 'wedding',
    registry_name: 'Ελένη & Γιώργος',
    registry_date: addDays(today, 210),
    end_date: addDays(today, 240),
    guest_count: 140,
    event_place: 'Ναύπλιο',
    greeting:
      'Έχουμε ήδη ο ένας τον άλλον. Αν θέλετε να μας χαρίσετε κάτι ακόμη, να τι θα έκανε το πρώτο μας σπίτι δικό μας.',
  },
  wishes: [
    { name: 'Stoneware teapot', wanted: true },
    { name: 'Three-seat sofa and reading lamp', group: true },
    { name: 'Bordeaux glasses', quantity: 2 },
    { name: 'City bicycle, pair', group: true },
    { name: 'Cabin suitcase', quantity: 2 },
    { name: 'Instant camera' },
    { name: 'Olive tree', quantity: 2, wanted: true },
    { name: 'Beeswax candles', quantity: 5 },
    { name: 'Walnut dining chair', quantity: 6 },
    { name: 'Sailing day around Hydra', group: true },
    { name: 'Wireless headphones' },
    { name: 'Linen bath set' },
  ],
  given: [
    { giver: 'Κατερίνα Δοκιμή', gift: 'Bordeaux glasses', amount: 1, message: 'Στην υγειά σας!' },
    {
      giver: 'Sample & Sons',
      gift: 'Three-seat sofa and reading lamp',
      amount: 250,
      message: 'May it always be full of friends.',
    },
    {
      giver: 'Θείος Παράδειγμα',
      gift: 'Three-seat sofa and reading lamp',
      amount: 310,
      message: 'Με την αγάπη μας.',
    },
    {
      giver: 'Nikos Example',
      gift: 'City bicycle, pair',
      amount: 815,
      message: 'See you on the coast road.',
    },
    { giver: 'Μαίρη Υποθετική', gift: 'Instant camera', amount: 1, message: 'Να τη γεμίσετε χαρές.' },
    { giver: 'Team Placeholder', gift: 'Beeswax candles', amount: 3, message: 'Light for long evenings.' },
    { giver: 'Οικογένεια Δείγμα', gift: 'Walnut dining chair', amount: 2, message: 'Δύο θέσεις για εμάς.' },
    { giver: 'Anna Fictional', gift: 'Sailing day around Hydra', amount: 40, message: 'Fair winds!' },
    { giver: 'Γιαγιά Παράδειγμα', gift: 'Linen bath set', amount: 1, message: 'Καλορίζικα.' },
  ],
})

const baptism = (today: Day): DemoRegistry => ({
  key: 'demo-baptism',
  draft: {
    ...bothHosts,
    ...everywhere,
    type: 'baptism',
    registry_name: 'Η βάπτιση της Δοκιμής',
    registry_date: addDays(today, 120),
    end_date: addDays(today, 150),
    guest_count: 60,
    event_place: 'Άργος',
    greeting: 'Η μικρή μας παίρνει το όνομα της γιαγιάς της. Το πιο ωραίο δώρο είναι να είστε εκεί.',
  },
  wishes: [
    { name: 'Merino baby blanket', wanted: true },
    { name: 'First microscope' },
    { name: 'Baby monitor with camera', group: true },
    { name: 'Board game “The islands”' },
  ],
  given: [
    {
      giver: 'Νονά Παράδειγμα',
      gift: 'Merino baby blanket',
      amount: 1,
      message: 'Να μας ζήσει και να χαίρεται το όνομά της!',
    },
    { giver: 'Cousin Example', gift: 'Baby monitor with camera', amount: 60, message: 'Sweet dreams.' },
  ],
})

const classPresent = (today: Day): DemoRegistry => ({
  key: 'demo-class',
  draft: {
    ...everywhere,
    name: 'Ελένη',
    surname: 'Δοκιμαστική',
    type: 'group-activity',
    registry_name: 'Το δώρο της τάξης Δ2',
    registry_date: addDays(today, 60),
    end_date: addDays(today, 60),
    guest_count: 24,
    event_place: 'Ναύπλιο',
    greeting: 'Ένα δώρο για τον δάσκαλο της μουσικής από όλη την τάξη. Ό,τι δώσει ο καθένας είναι καλό.',
  },
  wishes: [
    { name: 'Electric guitar for beginners', group: true },
    { name: 'Portable speaker', group: true },
  ],
  given: [
    { giver: 'Οικογένεια Δείγμα', gift: 'Electric guitar for beginners', amount: 20, message: 'Με χαρά!' },
    { giver: 'The Sample family', gift: 'Electric guitar for beginners', amount: 15, message: 'Play on!' },
    { giver: 'Οικογένεια Υπόθεση', gift: 'Electric guitar for beginners', amount: 25, message: '' },
  ],
})

const surpriseBirthday = (today: Day): DemoRegistry => ({
  key: 'demo-surprise',
  draft: {
    ...everywhere,
    name: 'Γιώργος',
    surname: 'Υποδειγματικός',
    type: 'birthday',
    registry_name: 'Τα 40 του Γιώργου',
    registry_date: addDays(today, 45),
    end_date: addDays(today, 50),
    guest_count: 30,
    event_place: 'Ναύπλιο',
    greeting: 'Δεν θέλω να ξέρω τι θα μου χαρίσετε πριν κόψουμε την τούρτα.',
  },
  wishes: [
    { name: 'Travel camera with zoom lens', group: true, wanted: true },
    { name: 'Turntable with built-in amplifier' },
    { name: 'Tent that stands in five minutes' },
  ],
  given: [
    {
      giver: 'Φίλοι Παραδείγματος',
      gift: 'Travel camera with zoom lens',
      amount: 200,
      message: 'Σε όλα τα ταξίδια σου!',
    },
    { giver: 'Sam Sample', gift: 'Turntable with built-in amplifier', amount: 1, message: 'Turn it up.' },
  ],
  revealDay: addDays(today, 45),
})

/** The registries of the demo host, the newest last: a wedding, a baptism, a class present and a surprise. */
export function demoRegistries(today: Day): DemoRegistry[] {
  return [surpriseBirthday(today), classPresent(today), baptism(today), wedding(today)]
}
