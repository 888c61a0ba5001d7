import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { switchKeyboardLayout } from './letters.ts'
import {
  canBeginWith,
  indexedNameWords,
  indexedPrefix,
  nameKeys,
  namePrefixes,
  nameRanks,
  queryNameKeys,
  queryNameWords,
  rankName,
} from './name-keys.ts'

/** Whether every word of the query matches a word of the text. */
function finds(query: string, text: string): boolean {
  const keys = indexedNameWords(text).flatMap(nameKeys)
  return queryNameWords(query).every(word => keys.some(key => rankName(word, key) !== null))
}

/** Each name finds each other one of its line. */
const same = `
  Γιώργος, γιωργοσ, ΓΙΩΡΓΟΣ, Giorgos, Georgios, George
  Χρήστος, Christos, Xristos, Hristos, ΧΡΗΣΤΟΣ, Xrhstos
  Ψαρρού, Psarrou, Psarou, ΨΑΡΡΟΥ
  Ευαγγελία, Evangelia, Euaggelia, Evaggelia
  Θάλεια, Thaleia, 8aleia, Thalia
  Ντίνος, Ntinos, Dinos
  Μπάμπης, Mpampis, Babis, Bambis
  Υπατία, Ypatia, Ipatia
  Παπαδόπουλος, Παπαδοπούλου, Papadopoulos, Papadopoulou, Papadopulos
  Γεωργιάδης, Γεωργιάδου, Georgiadis, Georgiadou
  Βασιλάκης, Βασιλάκη, Vasilakis, Basilakh
  Οικονόμου, Oikonomou, Ikonomou, Economou
  Δημητρίου, Dimitriou, Demetriou
  Ανδρέου, Andreou
  Χατζηγεωργίου, Chatzigeorgiou, Hatzigeorgiou, Hadjigeorgiou
  Χατζής, Hadzis, Hatzis, Chatzis
  Κωνσταντινίδης, Κωνσταντινίδου, Konstantinidis, Constantinidou
  Νικολάου, Nikolaou, Νικόλαος
  Χατζηδάκης, Χατζηδάκη, Chatzidakis, Hatzidakis, Xatzidaki
  Γιάννης, Ιωάννης, Giannis, Ioannis, Yannis
  Κατερίνα, Αικατερίνη, Katerina, Aikaterini, Catherine
  Παππάς, Παππά, Pappas, Papas
  Ξένος, Ξένου, Xenos, Ksenos
  Μιχάλης, Μιχαήλ, Michalis, Mihalis, Mixalis
  Αγγελική, Angeliki, Aggeliki, ΑΓΓΕΛΙΚΗ
  Θεοδωρόπουλος, Θεοδωροπούλου, Theodoropoulos, Theodoropoulou
  Ευθυμίου, Efthymiou, Eftimiou, Euthimiou
  Στεφανίδης, Στεφανίδου, Stefanidis, Stephanidou
  Γκίκας, Gkikas, Gikas
  Ζωή, Zoi, Zwh, Zoe
  Δημητρίου, Dimitriou, ΔΗΜΗΤΡΙΟΥ
  Ιωαννίδης, Ιωαννίδου, Ioannidis, Ioannidou
  Νικολαΐδης, Νικολαΐδου, Nikolaidis, Nikolaidou
  Αντωνόπουλος, Αντωνοπούλου, Antonopoulos, Antonopoulou
  Καραγιάννης, Καραγιάννη, Karagiannis, Karayiannis
  Μακρής, Μακρή, Makris, Makri
  Αλεξόπουλος, Αλεξοπούλου, Alexopoulos, Aleksopoulou
  Χριστοδούλου, Christodoulou, Xristodoulou, Hristodoulou
  Τσακίρης, Τσακίρη, Tsakiris, Tsakiri
  Μπακογιάννης, Mpakogiannis, Bakogiannis
  Ζαχαρίας, Zacharias, Zaharias, Zaxarias
  Ψυχογιός, Psychogios, Psixogios
  Φωτόπουλος, Φωτοπούλου, Fotopoulos, Photopoulos
  Αθανασίου, Athanasiou, A8anasiou
  Σταθόπουλος, Σταθοπούλου, Stathopoulos, Sta8opoulou
  Οικονομίδης, Oikonomidis, Ikonomidis
  Ευαγγέλου, Evangelou, Euaggelou
  Αυγερινός, Avgerinos, Augerinos
  Ευσταθίου, Efstathiou, Eustathiou
  Λάμπρου, Lamprou, Labrou
  Γκούμας, Gkoumas, Goumas
  Ντάλλας, Ntallas, Dallas
  Τζανετάκης, Τζανετάκη, Tzanetakis, Tzanetaki
  Ξενάκης, Xenakis, Ksenakis
  Στυλιανού, Stylianou, Stilianou
  Κυριακίδης, Κυριακίδου, Kyriakidis, Kiriakidou
  Δέσποινα, Despoina, Despina
  Ειρήνη, Eirini, Irini, Irene
  Κώστας, Κωνσταντίνος, Kostas, Constantine
  Βασιλική, Vasiliki, Basilikh, Βίκυ
  Γεωργία, Georgia, Γωγώ
  Σπύρος, Spyros, Spiros, Σπυρίδων
  Θανάσης, Αθανάσιος, Thanasis, 8anasis
  Στέλιος, Στυλιανός, Stelios
  Χαράλαμπος, Μπάμπης, Charalampos, Xaralampos
  Παναγιώτης, Πάνος, Panagiotis, Panayiotis, Panayotis
  Ελευθερία, Eleftheria, Eleutheria
  Αναστασία, Anastasia, ΑΝΑΣΤΑΣΙΑ
  Ιφιγένεια, Ifigeneia, Iphigenia
  Άγγελος, Angelos, Aggelos
  Παπαγιαννόπουλος, Παπαγιαννοπούλου, Papayannopoulos, Papayiannopoulou
`
/** The first does not find the second, nor the second the first. */
const apart = `
  Μάρα, Μαρία
  Mara, Μαρία
  Μάρα, Maria
  Νίκη, Νίκος
  Niki, Νίκος
  Άννα, Ιωάννα
  Πέτρος, Πάτρα
  Δανάη, Διονύσης
  Ελένη, Ελπίδα
  Σοφία, Στέλλα
  Κώστας, Χρήστος
  Παύλος, Πάνος
  Λίνα, Λένα
  Ρένα, Ράνια
  Θάνος, Πάνος
  Μάνος, Μάριος
  Γιάννα, Γιάννης
  Βάσω, Βασίλης
  Δήμητρα, Δημήτρης
  Χριστίνα, Χρήστος
  Ηλίας, Ηλέκτρα
  Άρης, Χάρης
  Ζωή, Ζήσης
  Παπαδόπουλος, Παπανικολάου
  Γεωργιάδης, Γεωργίου
  Οικονόμου, Οικονομίδης
  Αλεξίου, Αναστασίου
  Καραγιάννης, Καραμανλής
  Ιωαννίδης, Νικολαΐδης
  Δημητρίου, Δημόπουλος
  Κόκκινος, Κόκκορης
  Λάμπρος, Λαμπρινή
  Πόπη, Πίπη
  Κική, Κοκό
  Λία, Λέα
  Τάσος, Θάσος
  Μίνα, Μόνα
  Ράλλης, Ρόζα
  Νικολαΐδης, Νικολάου
  Παναγιώτα, Παναγιώτης
  Αγγελική, Ευαγγελική
  Κωνσταντινίδης, Κωνσταντίνου
  Λάμπρου, Λάππα
`
const lines = (table: string) =>
  table
    .trim()
    .split('\n')
    .map(line => line.trim().split(', '))

const pairs = lines(same).flatMap(names =>
  names.flatMap(asked => names.filter(kept => kept !== asked).map(kept => [asked, kept] as const)),
)

describe('one name, however it is written', () => {
  test('there are pairs enough, either way round one', () =>
    expect(pairs.length / 2 + lines(apart).length).toBeGreaterThan(300))

  test.each(pairs)('%s finds %s', (asked, kept) => expect(finds(asked, kept)).toBe(true))
})

describe('different names', () => {
  test.each(lines(apart))('%s and %s do not find each other', (one = '', other = '') => {
    expect([finds(one, other), finds(other, one)]).toEqual([false, false])
  })
})

test.each([
  ['Ελένη και Γιώργος', 'Ελένη & Γιώργος'],
  ['eleni giorgos', 'Ελένη & Γιώργος'],
  ['Γιώργος', 'Ο γάμος της Ελένης και του Γιώργου'],
  ['Ελένη', 'Ο γάμος της Ελένης και του Γιώργου'],
  ['Maria Eleni', 'Μαρία-Ελένη'],
  ["O'Neill", 'O’Neill'],
  ['Παπαδοπ', 'Παπαδόπουλος'],
  ['papadop', 'Παπαδόπουλος'],
  ['Παπαδόπουλς', 'Παπαδόπουλος'],
  ['Παπαδόπυολος', 'Παπαδόπουλος'],
  ['Papadopuolos', 'Παπαδόπουλος'],
  ['Κοσταντίνος', 'Κωνσταντίνος'],
  ['Αnna', 'Anna'],
])('%s finds %s', (asked, text) => expect(finds(asked, text)).toBe(true))

test.each([
  ['Ελένη Γιώργος', 'Ελένη & Πέτρος'],
  ['Μαρίνα', 'Μαρία'],
  ['Παπαδόπλς', 'Παπαδόπουλος'],
  ['και', 'Ελένη & Γιώργος'],
])('%s does not find %s', (asked, text) => expect(finds(asked, text)).toBe(false))

test.each([
  ['Xr;hstow', 'Χρήστος'],
  ['El;enh', 'Ελένη'],
  ['Gi;vrgow', 'Γιώργος'],
  ['Cat;h', 'Ψατή'],
  ['Γεοργε', 'George'],
  ['Ξοην', 'John'],
])('%s on the other keyboard is %s', (typed, meant) => expect(switchKeyboardLayout(typed)).toBe(meant))

test('what no key changes has no other keyboard', () => expect(switchKeyboardLayout('123 - 45')).toBeNull())

const name = fc.stringMatching(/^[Α-ΡΣ-Ωα-ρσ-ω]{2,14}$/)

test('whatever is kept is found by itself, in every case and without accents', () => {
  fc.assert(
    fc.property(name, word => {
      expect(finds(word, word)).toBe(true)
      expect(finds(word.toUpperCase(), word)).toBe(true)
    }),
  )
})

test('an indexed prefix matches each word that begins with it', () => {
  const part = fc.tuple(fc.constantFrom(...same.split(/[\s,]+/).filter(Boolean)), fc.nat({ max: 8 }))
  fc.assert(
    fc.property(part, fc.constantFrom(...same.split(/[\s,]+/).filter(Boolean)), ([name, length], kept) => {
      const [asked] = queryNameWords([...name].slice(0, length + 1).join(''))
      const [word] = indexedNameWords(kept)
      if (!asked || !word) return
      const begun = queryNameKeys(asked).filter(
        key => canBeginWith(key) && nameKeys(word).some(one => one.startsWith(key)),
      )
      const ids = namePrefixes(word).filter(one => rankName(asked, one) === nameRanks.beginning)
      expect(ids.toSorted()).toEqual(begun.flatMap(key => indexedPrefix(key) ?? []).toSorted())
    }),
  )
})

test.each(['Α', '~a', '~ab', ''])('“%s” is too short to be a prefix', key => {
  expect([canBeginWith(key), indexedPrefix(key)]).toEqual([false, null])
})
