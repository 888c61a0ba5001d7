import ICAL from 'ical.js'
import type { Language } from '../../base/language.ts'
import { ownHeadings } from './headings.rules.ts'

/** What every card has, and what says nothing of a guest. */
const unread = new Set('version n fn email tel note prodid rev uid photo logo sound key'.split(' '))

/**
 * The cards of a telephone's contacts (vCard 3 and 4, RFC 6350) as a table with headings; what has no heading of ours
 * keeps its name there. Null for an older version. Throws for what can't be read.
 */
export function readVcards(text: string, language: Language): string[][] | null {
  if (/^VERSION:2/im.test(text)) return null
  const cards = toCards(ICAL.parse(text)).map(readCard)
  const most = (count: (card: Card) => number) => Math.max(0, ...cards.map(count))
  const [emails, phones] = [most(card => card.emails.length), most(card => card.phones.length)]
  const more = [...new Set(cards.flatMap(({ others }) => [...others.keys()]))]
  const { name, email, phone, notes } = ownHeadings[language]
  return [
    [
      name,
      ...numbered(email, emails),
      ...numbered(phone, phones),
      notes,
      ...more.map(one => one.toUpperCase()),
    ],
    ...cards.map(card => [
      card.name,
      ...fill(card.emails, emails),
      ...fill(card.phones, phones),
      card.notes,
      ...more.map(one => card.others.get(one) ?? ''),
    ]),
  ]
}

type JCard = ConstructorParameters<typeof ICAL.Component>[0]

/** One card is answered bare, several in a list. */
const toCards = (parsed: unknown[]) =>
  (typeof parsed[0] === 'string' ? [parsed] : parsed).map(card => new ICAL.Component(card as JCard))

const numbered = (heading: string, count: number) =>
  Array.from({ length: count }, (_, index) => (index === 0 ? heading : `${heading} ${index + 1}`))
const fill = (values: string[], count: number) =>
  Array.from({ length: count }, (_, index) => values[index] ?? '')

interface Card {
  name: string
  emails: string[]
  /** Mobile ones first. */
  phones: string[]
  notes: string
  others: Map<string, string>
}

function readCard(card: ICAL.Component): Card {
  const values = (name: string) => card.getAllProperties(name).map(textOf).filter(Boolean)
  const isMobile = (property: ICAL.Property) =>
    /cell|mobile|iphone/i.test(String(property.getParameter('type') ?? ''))
  const phones = card
    .getAllProperties('tel')
    .toSorted((one, other) => Number(isMobile(other)) - Number(isMobile(one)))
  const others = card.getAllProperties().filter(({ name }) => !unread.has(name) && !name.startsWith('x-'))
  return {
    name: values('fn')[0] ?? nameOf(card.getFirstPropertyValue('n')),
    emails: values('email'),
    phones: phones.map(property => textOf(property).replace(/^tel:/i, '')),
    notes: values('note').join(' '),
    others: new Map(others.map(property => [property.name, textOf(property)])),
  }
}

/** Surname, first name and middle names, as a card has them. */
function nameOf(value: unknown): string {
  const [surname, first, middle] = Array.isArray(value) ? value.map(String) : [String(value ?? '')]
  return [first, middle, surname].filter(Boolean).join(' ')
}

function textOf(property: ICAL.Property): string {
  return property
    .getValues()
    .map(value => (Array.isArray(value) ? value.flat().filter(Boolean).join(' ') : String(value)))
    .join(' ')
    .trim()
}
