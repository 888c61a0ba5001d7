import { weddingDay } from './host.ts'
import { desk, expect, phone, test } from './journey.ts'
import { expectGiven, expectLetters, gives, hears, prepares } from './main-job.ts'

test('the main job in Greek on a phone', async ({ visitor }) => {
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
  const hosting = { page: await visitor({ viewport: phone }), language: 'el' as const, host, wedding }
  const link = await prepares(hosting)
  const watcher = await visitor({ viewport: desk })
  await watcher.goto(link)
  await expect(watcher.getByRole('heading', { level: 1 })).toHaveText(wedding.registry)
  await gives({ page: await visitor({ viewport: phone }), language: 'el', link, wedding, giver })
  await expectGiven(watcher, 'el')
  await hears(hosting, new URL(link).pathname.split('/').at(-1) ?? '', giver)
  await expectLetters(hosting, 'el', giver)
})
