import { desktop, expect, phone, test } from './fixtures.ts'
import { weddingDay } from './host-steps.ts'
import {
  expectEmails,
  expectGiven,
  expectReceivedGifts,
  giveGifts,
  prepareRegistry,
} from './main-journey-steps.ts'

test('a registry from creation to a gift, in Greek on a phone', async ({ visitor }) => {
  const host = {
    name: 'Δανάη',
    surname: 'Υποθετική',
    email: 'danae@journey.example',
    password: 'κυδώνι και κρέμα',
  }
  const wedding = {
    partner: { name: 'Ορέστης', surname: 'Παράδειγμα' },
    registry: 'Δανάη & Ορέστης',
    date: weddingDay(),
    place: 'Σύρος',
    greeting: 'Ελάτε όπως είστε, και μείνετε για τον χορό.',
    home: { street: 'Οδός Κυδωνιών 3', city: 'Αθήνα' },
  }
  const giver = {
    name: 'Νεφέλη',
    surname: 'Δοκιμή',
    email: 'nefeli@journey.example',
    message: 'Να ζήσετε, με αγάπη!',
  }
  const hostPart = { page: await visitor({ viewport: phone }), language: 'el' as const, host, wedding }
  const link = await prepareRegistry(hostPart)
  const watcher = await visitor({ viewport: desktop })
  await watcher.goto(link)
  await expect(watcher.getByRole('heading', { level: 1 })).toHaveText(wedding.registry)
  await giveGifts({ page: await visitor({ viewport: phone }), language: 'el', link, wedding, giver })
  await expectGiven(watcher, 'el')
  await expectReceivedGifts(hostPart, new URL(link).pathname.split('/').at(-1) ?? '', giver)
  await expectEmails(hostPart, 'el', giver)
})
