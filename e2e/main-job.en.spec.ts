import { weddingDay } from './host.ts'
import { desk, expect, phone, test } from './journey.ts'
import { expectGiven, expectLetters, gives, hears, prepares } from './main-job.ts'

test('the main job in English on a desk; a guest gives in Greek on a phone', async ({ visitor }) => {
  const host = {
    name: 'Alice',
    surname: 'Sample',
    email: 'alice@journey.example',
    password: 'quince and cream',
  }
  const wedding = {
    partner: { name: 'Peter', surname: 'Placeholder' },
    registry: 'Alice & Peter',
    date: weddingDay(),
    place: 'Nafplio',
    greeting: 'Come as you are, and stay for the dancing.',
    home: { street: '1 Example Street', city: 'Athens' },
  }
  const giver = {
    name: 'Ηλέκτρα',
    surname: 'Δοκιμή',
    email: 'ilektra@journey.example',
    message: 'Να ζήσετε!',
  }
  const hosting = { page: await visitor({ viewport: desk }), language: 'en' as const, host, wedding }
  const link = await prepares(hosting)
  const watcher = await visitor({ viewport: desk })
  await watcher.goto(link)
  await expect(watcher.getByRole('heading', { level: 1 })).toHaveText(wedding.registry)
  await gives({ page: await visitor({ viewport: phone }), language: 'el', link, wedding, giver })
  await expectGiven(watcher, 'en')
  await hears(hosting, new URL(link).pathname.split('/').at(-1) ?? '', giver)
  await expectLetters(hosting, 'el', giver)
})
