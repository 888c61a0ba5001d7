import type { Language } from '../src/base/language.ts'
import { desktop, phone, test } from './fixtures.ts'
import * as guest from './sharing-guest-steps.ts'
import * as host from './sharing-steps.ts'
import { createTestRegistry, signIn } from './test-registry.ts'

const texts: Record<Language, host.SharingTexts> = {
  el: {
    guest: 'Οικογένεια Δοκιμή',
    list: 'Όνομα; E-mail; Άτομα\nΆννα Δοκιμή; anna@guests.example; 2\nΝίκος Δοκιμή; 6944000001\nΧωρίς Διεύθυνση; anna@',
    subject: 'Παντρευόμαστε!',
    message: 'Ελάτε να γιορτάσουμε μαζί.',
    reply: 'Με μεγάλη μας χαρά!',
  },
  en: {
    guest: 'The Sample family',
    list: 'Name, E-mail, People\nAnna Sample, anna@guests.example, 2\nNick Sample, 6944000001\nNo Address, anna@',
    subject: 'We are getting married!',
    message: 'Come and celebrate with us.',
    reply: 'We would not miss it!',
  },
}

/** A registry is shared, guests are listed and invited; one replies and one unsubscribes. */
async function shareAndInvite(
  language: Language,
  arranged: Pick<host.SharingJourney, 'page' | 'registry'>,
  guestPage: host.SharingJourney['page'],
) {
  const sharing = { ...arranged, language, texts: texts[language] }
  const [first, second] = [`first-${language}@guests.example`, `second-${language}@guests.example`] as const
  await signIn(sharing)
  await host.shareRegistry(sharing)
  await host.addGuests(sharing)
  await host.designInvitation(sharing)
  await host.sendInvitations(sharing, [first, second])
  await guest.replyToInvitation({ ...sharing, page: guestPage }, first)
  await guest.unsubscribe({ ...sharing, page: guestPage }, second)
  await guest.expectReplies(sharing, first, second)
  await guest.sendSms(sharing)
}

/** The quick run takes the first one. */
const journeys = [
  ['el', phone],
  ['en', desktop],
] as const

for (const [language, viewport] of journeys)
  test(`a registry is shared and guests are invited, in ${language} at ${viewport.width} pixels`, async ({
    site,
    visitor,
  }) => {
    const registry = await createTestRegistry(site.url, [{ product_id: 1001 }])
    const permissions = ['clipboard-read', 'clipboard-write']
    const page = await visitor({ viewport, expectsRefusals: true, permissions })
    await shareAndInvite(language, { page, registry }, await visitor({ viewport }))
  })
