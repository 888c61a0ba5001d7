import { desktop, expect, phone, test } from './fixtures.ts'
import { weddingDay } from './host-steps.ts'
import {
  expectEmails,
  expectGiven,
  expectReceivedGifts,
  giveGifts,
  prepareRegistry,
} from './main-journey-steps.ts'

test('a registry from creation to a gift, in English on a desktop; the guest gives in Greek on a phone', async ({
  visitor,
}) => {
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
  const hostPart = { page: await visitor({ viewport: desktop }), language: 'en' as const, host, wedding }
  const link = await prepareRegistry(hostPart)
  const watcher = await visitor({ viewport: desktop })
  await watcher.goto(link)
  await expect(watcher.getByRole('heading', { level: 1 })).toHaveText(wedding.registry)
  await giveGifts({ page: await visitor({ viewport: phone }), language: 'el', link, wedding, giver })
  await expectGiven(watcher, 'en')
  await expectReceivedGifts(hostPart, new URL(link).pathname.split('/').at(-1) ?? '', giver)
  await expectEmails(hostPart, 'el', giver)
})
