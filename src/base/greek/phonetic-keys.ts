import { foldText, lookAlikes, splitWords, stripAccents } from './fold.ts'

/** Forms of the same given name, one name a line: as baptised, as called, and as abroad. */
const givenNames = [
  'Γιώργος Γεώργιος Γιωργής George',
  'Γιάννης Ιωάννης Γιάγκος John Ioannis',
  'Κώστας Κωνσταντίνος Ντίνος Κωστής Constantine Kostas',
  'Δημήτρης Δημήτριος Μήτσος Μίμης Jim Dimitri',
  'Νίκος Νικόλαος Νικόλας Nicholas Nick',
  'Βασίλης Βασίλειος Bill Basil',
  'Παναγιώτης Πάνος Τάκης Παναής Peter',
  'Χρήστος Χρίστος Chris',
  'Αλέξανδρος Αλέκος Αλέξης Alexander Alex',
  'Ανδρέας Αντρέας Andrew',
  'Αντώνης Αντώνιος Anthony Tony',
  'Απόστολος Αποστόλης Τόλης',
  'Αριστοτέλης Άρης Τέλης',
  'Αθανάσιος Θανάσης Νάσος Σάκης Athan',
  'Βαγγέλης Ευάγγελος',
  'Γρηγόρης Γρηγόριος Gregory',
  'Διονύσης Διονύσιος Νιόνιος Dennis',
  'Ευστάθιος Στάθης',
  'Ευστράτιος Στρατής Στράτος',
  'Ηλίας Λιάκος Elias',
  'Θεόδωρος Θοδωρής Θόδωρος Theodore',
  'Ιάκωβος Jacob',
  'Ιωσήφ Σήφης Joseph',
  'Λευτέρης Ελευθέριος',
  'Λουκάς Luke',
  'Μανώλης Εμμανουήλ Μάνος Μανόλης Emmanuel',
  'Μιχάλης Μιχαήλ Μίχος Michael Mike',
  'Παύλος Paul',
  'Πέτρος Peter',
  'Σπύρος Σπυρίδων Spiro',
  'Σταμάτης Σταμάτιος',
  'Σταύρος Steve',
  'Στέλιος Στυλιανός Steliano',
  'Στέφανος Stephen Steven',
  'Σωτήρης Σωτήριος',
  'Φίλιππος Philip',
  'Χαράλαμπος Μπάμπης Λάμπης Χάρης Harry',
  'Αγγελική Κική Angela Angie',
  'Αικατερίνη Κατερίνα Κάτια Catherine Katherine Kate',
  'Αλεξάνδρα Αλέκα Alexandra',
  'Άννα Αννούλα Anna Anne',
  'Αναστασία Τασούλα Νατάσα Anastasia',
  'Βασιλική Βίκυ Βάσω Vicky',
  'Γεωργία Γωγώ Georgia',
  'Δέσποινα Ντέπη Δεσποινούλα',
  'Δήμητρα Μιμή Τούλα Demetra',
  'Ειρήνη Ρένα Irene',
  'Ελένη Έλενα Λένα Λενιώ Helen Elena',
  'Ελισάβετ Ελίζα Elizabeth',
  'Ευαγγελία Βαγγελιώ Λίτσα Εύα',
  'Ευφροσύνη Φρόσω',
  'Ζωή Zoe',
  'Θεοδώρα Δώρα Theodora',
  'Ιωάννα Γιάννα Joanna Joan',
  'Καλλιόπη Πόπη',
  'Κωνσταντίνα Ντίνα Νάντια Constantina',
  'Μαγδαληνή Μάγδα Magdalene',
  'Μαργαρίτα Ρίτα Margaret',
  'Μαρία Μαίρη Μαριώ Mary Maria',
  'Παναγιώτα Γιώτα',
  'Παρασκευή Βούλα Εύη Βιβή',
  'Σοφία Sophie Sofia',
  'Σταυρούλα Ρούλα',
  'Στυλιανή Στέλλα Στέλα',
  'Φωτεινή Φώφη',
  'Χαρίκλεια Χαρά',
  'Χριστίνα Christine Christina',
  'Χρυσούλα Χρύσα Chrysa',
]

/**
 * How Greek sounds are written, in Greek and in Latin letters (R231): the one table of search across alphabets, for
 * registries and products alike. The longest spelling at a place is read, so that the θ of «νθ» is seen before its τ.
 */

/** A spelling and the ways it may sound, the most plausible first. */
type Spelling = [written: string, ...spoken: string[]]

/** Greek has one reading. */
const greekSpellings = parseSpellings(`
  ου:u αυ:av ευ:ev ηυ:iv αι:e ει:i οι:i υι:i
  μπ:b ντ:d γκ:g γγ:g γξ:nks γχ:nh τζ:tz
  α:a β:v γ:g δ:d ε:e ζ:z η:i θ:0 ι:i κ:k λ:l μ:m ν:n ξ:ks ο:o π:p ρ:r σ:s τ:t υ:i φ:f χ:h ψ:ps ω:o`)

/**
 * Latin letters by ELOT 743, by sound (ks, u), by shape (h for η, x for χ, w, 8, 3, 4) and by English habit (ph, kh).
 * A cluster stands in the table where its letters belong to two Greek ones («mps» is μψ, «nth» is νθ or ντη).
 */
const latinSpellings = parseSpellings(`
  demetr:dimitr/demetr econom:ikonom/ekonom
  aya:agia/ava aye:agie/ave ayi:agi/avi ayo:agio/avo
  ou:u oy:u/oi/i au:av eu:ev ay:av/ai/e ey:ev/ei ai:e/ai ae:ai/e/ae ei:i/ei oi:i/oi oe:oi/i/oe
  yi:i/gi ya:ia/gia ye:ie/gie yo:io/gio
  mp:b mps:mps/bs mph:mf/bi mb:b/mv
  nt:d nth:n0/di nd:d/nd nj:dz/ni dj:tz/dz dz:tz/dz ndj:dz ndz:dz
  gk:g gg:g ng:g nk:g ngk:g nkh:nh/gi gh:g/gi/nh gch:nh gkh:nh/gi gx:nks/nh gks:nks/gs g3:nks nks:nks/gs
  ch:h kh:h/ki th:0/ti ph:f/pi dh:d/di ps:ps tz:tz ts:ts
  8:0/8 3:ks/3 4:ps/4 9:0/9 b:v/b c:k h:h/i j:tz/i q:k u:u/i v:v w:o/v x:ks/h y:i`)

/** One word of the table is `written:spoken/spoken`; longer ones come first. */
function parseSpellings(table: string): Spelling[] {
  const spellings = table
    .trim()
    .split(/\s+/)
    .map(entry => {
      const [written = '', spoken = ''] = entry.split(':')
      return [written, ...spoken.split('/')] satisfies Spelling
    })
  return spellings.sort(([one], [other]) => other.length - one.length)
}

/** Two meanings in one word are usual for these: «Themisths» is Θεμιστής. */
const readOneByOne = new Set(['th', 'nth'])

export const maxReadings = 24

/**
 * The readings of a word, the most plausible first. A spelling that comes twice means the same both times, because
 * people keep to one way of writing within a word.
 */
function readSpellings(letters: string, spellings: Spelling[]): string[] {
  let readings: { sound: string; meant: Record<string, string> }[] = [{ sound: '', meant: {} }]
  for (let at = 0; at < letters.length; ) {
    const letter = letters[at] ?? ''
    const [written, ...spoken] = spellings.find(([one]) => letters.startsWith(one, at)) ?? [letter, letter]
    const isFree = spoken.length === 1 || readOneByOne.has(written)
    readings = spoken
      .flatMap(sound =>
        readings
          .filter(({ meant }) => isFree || (meant[written] ?? sound) === sound)
          .map(({ sound: before, meant }) => ({
            sound: before + sound,
            meant: isFree ? meant : { ...meant, [written]: sound },
          })),
      )
      .slice(0, maxReadings)
    at += written.length
  }
  return readings.map(({ sound }) => sound)
}

/**
 * What sounds alike is written alike: double letters are one, also where the second is aspirated (τθ, κχ, πφ) or the
 * first is the υ of «ευφ»; γγ, γκ, νγ and νκ are one; φ before a voiceless sound is the υ of αυ, ευ.
 */
function joinLikeSounds(sound: string): string {
  return sound
    .replace(/(.)\1+/g, '$1')
    .replace(/n(?=g)/g, '')
    .replace(/nk(?!s)/g, 'g')
    .replace(/k(?=h)|t(?=0)|[pv](?=f)/g, '')
    .replace(/([aei])f(?=[0kpsth])/g, '$1v')
}

/**
 * Search across alphabets (R231). A word has a plain form, the same for every accent, case
 * and look-alike letter, and sounds, the same for Greek and the ways people write it in Latin letters.
 */

/** A word of a query: its plain form, and all ways it may sound (none for a single letter). */
export interface PhoneticQueryWord {
  plain: string
  sounds: string[]
}

/** The search keys stored for a text, with spaces between: each word plain, and its sounds behind a «~». */
export function phoneticSearchKeys(text: string): string {
  const keys = splitWords(text).flatMap(word => [
    foldText(word),
    ...phoneticKeys(word).map(sound => `~${sound}`),
  ])
  return [...new Set(keys)].join(' ')
}

/** The words of a query; each must be the prefix of a stored key, plain or by sound. */
export function phoneticQueryKeys(text: string): PhoneticQueryWord[] {
  return splitWords(text)
    .slice(0, maxWords)
    .map(word => ({
      plain: foldText(word),
      sounds: [...word].length < 2 ? [] : withGivenNameVariants(phoneticKeys(word)),
    }))
}

const maxWords = 8

/** These sounds, and those of every other form of the same given name. */
export function withGivenNameVariants(sounds: string[]): string[] {
  const same = sameNames.filter(names => names.some(name => sounds.includes(name)))
  return [...new Set([...sounds, ...same.flat()])]
}

/**
 * How a word may sound, in a small alphabet of Latin letters (0 is θ). Greek has one reading; Latin may have several,
 * because Greeklish is written by sound or by shape. The tables of both are above.
 */
export function phoneticKeys(word: string): string[] {
  const readings = isGreek(word)
    ? readSpellings(toGreekLetters(stripAccents(word)), greekSpellings)
    : readSpellings(foldText(word), latinSpellings)
  return [...new Set(readings.map(joinLikeSounds))]
}

const isGreek = (word: string) => /\p{Script=Greek}/u.test(word) && !/[b-df-hj-np-su-wyz]/iu.test(word)

/** Latin letters that slipped into a Greek word become the Greek ones they look like. */
function toGreekLetters(word: string): string {
  return [...word].map(letter => greekOf[letter] ?? letter).join('')
}
const greekOf = Object.fromEntries(
  Object.entries(lookAlikes)
    .filter(([letter]) => /\p{Script=Greek}/u.test(letter))
    .map(([letter, latin]) => [latin, letter]),
)

/** Forms of one given name, by their sounds. */
const sameNames = givenNames.map(names => names.split(' ').flatMap(phoneticKeys))
