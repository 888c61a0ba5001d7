import type { Language } from '../src/base/language.ts'
import { aRegistry } from './arrange.ts'
import { signsIn } from './hosting-gifts.ts'
import { desk, phone, test } from './journey.ts'
import * as host from './sharing.ts'
import * as guest from './sharing-guests.ts'

const words = {
  el: {
    guest: 'Οικογένεια Δοκιμή',
    list: 'Άννα Δοκιμή; anna@guests.example; 2\nΝίκος Δοκιμή; 6944000001\nΧωρίς Διεύθυνση; anna@',
    subject: 'Παντρευόμαστε!',
    message: 'Ελάτε να γιορτάσουμε μαζί.',
    reply: 'Με μεγάλη μας χαρά!',
  },
  en: {
    guest: 'The Sample family',
    list: 'Anna Sample, anna@guests.example, 2\nNick Sample, 6944000001\nNo Address, anna@',
    subject: 'We are getting married!',
    message: 'Come and celebrate with us.',
    reply: 'We would not miss it!',
  },
}

/** A registry is shared, guests are listed and invited, one replies and one wants no more letters. */
async function journey(
  language: Language,
  arranged: Pick<host.Sharing, 'page' | 'registry'>,
  reader: host.Sharing['page'],
) {
  const sharing = { ...arranged, language, words: words[language] }
  const [first, second] = [`first-${language}@guests.example`, `second-${language}@guests.example`] as const
  await signsIn(sharing)
  await host.shares(sharing)
  await host.listsGuests(sharing)
  await host.makesInvitation(sharing)
  await host.invites(sharing, [first, second])
  await guest.replies({ ...sharing, page: reader }, first)
  await guest.wantsNoMore({ ...sharing, page: reader }, second)
  await guest.hostSees(sharing, first, second)
  await guest.writesSms(sharing)
}

test('a registry is shared and guests are invited, in Greek on a phone', async ({ site, visitor }) => {
  const registry = await aRegistry(site.url, [{ product_id: 1001 }])
  const page = await visitor({
    viewport: phone,
    refused: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await journey('el', { page, registry }, await visitor({ viewport: phone }))
})

test('a registry is shared and guests are invited, in English on a desk', async ({ site, visitor }) => {
  const registry = await aRegistry(site.url, [{ product_id: 1001 }])
  const page = await visitor({
    viewport: desk,
    refused: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await journey('en', { page, registry }, await visitor({ viewport: desk }))
})
