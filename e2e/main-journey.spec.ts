import type { Language } from '../src/base/language.ts'
import { desktop, expect, isFull, phone, test } from './fixtures.ts'
import { weddingDay } from './host-steps.ts'
import {
  expectEmails,
  expectGiven,
  expectReceivedGifts,
  giveGifts,
  prepareRegistry,
} from './main-journey-steps.ts'

const wedding = { date: weddingDay() }
const journeys = [
  {
    title: 'in English on a desktop; the guest gives in Greek on a phone',
    language: 'en' as Language,
    viewport: desktop,
    host: {
      name: 'Alice',
      surname: 'Sample',
      email: 'alice@journey.example',
      password: 'quince and cream',
    },
    wedding: {
      ...wedding,
      partner: { name: 'Peter', surname: 'Placeholder' },
      registry: 'Alice & Peter',
      place: 'Nafplio',
      greeting: 'Come as you are, and stay for the dancing.',
      home: { street: '1 Example Street', city: 'Athens' },
    },
    giver: { name: 'Ηλέκτρα', surname: 'Δοκιμή', email: 'ilektra@journey.example', message: 'Να ζήσετε!' },
  },
  {
    title: 'in Greek on a phone',
    language: 'el' as Language,
    viewport: phone,
    host: {
      name: 'Δανάη',
      surname: 'Υποθετική',
      email: 'danae@journey.example',
      password: 'κυδώνι και κρέμα',
    },
    wedding: {
      ...wedding,
      partner: { name: 'Ορέστης', surname: 'Παράδειγμα' },
      registry: 'Δανάη & Ορέστης',
      place: 'Σύρος',
      greeting: 'Ελάτε όπως είστε, και μείνετε για τον χορό.',
      home: { street: 'Οδός Κυδωνιών 3', city: 'Αθήνα' },
    },
    giver: {
      name: 'Νεφέλη',
      surname: 'Δοκιμή',
      email: 'nefeli@journey.example',
      message: 'Να ζήσετε, με αγάπη!',
    },
  },
]

for (const { title, language, viewport, host, wedding, giver } of isFull ? journeys : journeys.slice(0, 1))
  test(`a registry from creation to a gift, ${title}`, async ({ visitor }) => {
    const hostPart = { page: await visitor({ viewport }), language, host, wedding }
    const link = await prepareRegistry(hostPart)
    const watcher = await visitor({ viewport: desktop })
    await watcher.goto(link)
    await expect(watcher.getByRole('heading', { level: 1 })).toHaveText(wedding.registry)
    await giveGifts({ page: await visitor({ viewport: phone }), language: 'el', link, wedding, giver })
    await expectGiven(watcher, language)
    await expectReceivedGifts(hostPart, new URL(link).pathname.split('/').at(-1) ?? '', giver)
    await expectEmails(hostPart, 'el', giver)
  })
