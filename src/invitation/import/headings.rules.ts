import { stripAccents } from '../../base/greek/fold.ts'
import type { Language } from '../../base/language.ts'
import type { GuestColumn } from '../guests.contract.ts'

/** What a column is called in our own words, for lists that we make of something else. */
export const ownHeadings: Record<Language, Record<'name' | 'email' | 'phone' | 'notes', string>> = {
  el: { name: 'Ονοματεπώνυμο', email: 'E-mail', phone: 'Τηλέφωνο', notes: 'Σημειώσεις' },
  en: { name: 'Full name', email: 'E-mail', phone: 'Phone', notes: 'Notes' },
}

/** What a heading says: `whole` is the full name, which makes a first name and a surname beside it needless. */
type Meaning = GuestColumn | 'whole' | 'mobile'

/**
 * What people, and the exports of Excel, Google, Outlook, Mailchimp and phones call the columns; as `foldHeading` makes
 * them. Columns with other headings are not taken.
 */
const headings: Record<Meaning, string> = {
  whole: `full name, display name, guest name, contact name, name and surname, ονοματεπωνυμο, ονομα και επωνυμο,
    ονομα επωνυμο, επωνυμο και ονομα, εμφανιζομενο ονομα, ονομα επαφης, ονομα καλεσμενου`,
  name: `name, guest, first name, firstname, first, given name, forename, middle name, additional name, ονομα, μικρο ονομα,
    μεσαιο ονομα, καλεσμενος, καλεσμενοι`,
  surname: 'surname, last name, lastname, last, family name, επωνυμο, επιθετο, οικογενειακο ονομα',
  email: `email, email address, emailaddress, email value, mail, address email, διευθυνση email, ηλεκτρονικο ταχυδρομειο,
    ηλ ταχυδρομειο, ηλεκτρονικη διευθυνση, διευθυνση ηλεκτρονικου ταχυδρομειου, ηλ διευθυνση, διευθυνση ηλ ταχυδρομειου`,
  mobile: `mobile, mobile phone, mobile number, mobile telephone, cell, cell phone, cellphone, κινητο, κινητο τηλεφωνο, κιν,
    κιν τηλεφωνο, κιν τηλ, τηλ κινητο, αριθμος κινητου, αρ κινητου`,
  phone: `phone, phone number, phone value, telephone, telephone number, tel, tel no, home phone, business phone, work phone,
    primary phone, main phone, other phone, τηλεφωνο, τηλ, τηλεφωνα, αριθμος τηλεφωνου, αρ τηλεφωνου, σταθερο,
    σταθερο τηλεφωνο, τηλεφωνο σπιτιου, τηλεφωνο οικιας, τηλεφωνο εργασιας, κυριο τηλεφωνο, αλλο τηλεφωνο`,
  language: 'language, γλωσσα',
  people: `people, persons, number of people, number of persons, number of guests, no of people, no of guests, party size, seats,
    ατομα, αριθμος ατομων, αρ ατομων, πληθος, πληθος ατομων, θεσεις, αριθμος καλεσμενων`,
  notes: 'notes, note, comments, comment, remarks, σημειωσεις, σημειωση, παρατηρησεις, σχολια',
  none: '',
}

/** «Τηλ.:», “E-mail 1 - Value”, “FIRST_NAME”: without case, accents, signs and running numbers. */
function foldHeading(heading: string): string {
  return stripAccents(heading.slice(0, 100))
    .replace(/e[- ]mail/g, 'email')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}

const meanings = new Map(
  Object.entries(headings).flatMap(([meaning, list]) =>
    list.split(',').map(heading => [foldHeading(heading), meaning as Meaning] as const),
  ),
)
meanings.delete('')

/** A row of headings, with what its columns hold; columns of mobile telephones (`isMobile`) are read before others. */
export interface Headings {
  texts: string[]
  columns: GuestColumn[]
  isMobile: boolean[]
}

/** The columns of a line of headings; null for a line with fewer known ones than `least`, or none of a name or an e-mail. */
export function parseHeadings(cells: string[], least: number): Headings | null {
  const found = cells.map(cell => meanings.get(foldHeading(cell)) ?? 'none')
  const known = new Set<Meaning>(found.filter(meaning => meaning !== 'none'))
  const isOfPeople = ['whole', 'name', 'surname', 'email'].some(meaning => known.has(meaning as Meaning))
  if (known.size < least || !isOfPeople) return null
  // Google's older export has the full name, and its parts beside it.
  const isWhole = known.has('whole') || isNameBesideGivenName(cells)
  return {
    texts: cells,
    columns: found.map((meaning, index) => {
      if (meaning === 'whole') return 'name'
      if (meaning === 'mobile') return 'phone'
      const isPart = meaning === 'name' || meaning === 'surname'
      return isWhole && isPart && foldHeading(cells[index] ?? '') !== 'name' ? 'none' : meaning
    }),
    isMobile: found.map(meaning => meaning === 'mobile'),
  }
}

function isNameBesideGivenName(cells: string[]): boolean {
  const folded = new Set(cells.map(foldHeading))
  return folded.has('name') && (folded.has('given name') || folded.has('first name'))
}

/** The last line of a sheet that adds up what stands above it. */
export const isSumLine = (cells: string[]) =>
  /^(συνολο|συνολικα|γενικο συνολο|total|grand total|sum)(?!\p{L})/u.test(
    foldHeading(cells.find(Boolean) ?? ''),
  )
