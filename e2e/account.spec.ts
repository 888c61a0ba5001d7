import * as steps from './account-steps.ts'
import { desktop, phone, test } from './fixtures.ts'

const people = {
  en: { name: 'Nora', surname: 'Sample', email: 'nora@account.example' },
  el: { name: 'Δανάη', surname: 'Δοκιμή', email: 'danae@account.example' },
} as const

const journeys = ['en', 'el'] as const

for (const language of journeys)
  test(`${language}: register, confirm, sign in, change, reset, deactivate and come back`, async ({
    visitor,
  }) => {
    test.slow()
    const page = await visitor({ viewport: language === 'el' ? phone : desktop, expectsRefusals: true })
    const journey = steps.startJourney(page, language, people[language])
    await test.step('registers', async () => steps.register(journey))
    await test.step('confirms the e-mail, once', async () => steps.confirmEmail(journey))
    await test.step('signs out and in again', async () => steps.signOutAndIn(journey))
    await test.step('changes the details, even after the session has ended', async () =>
      steps.changeDetails(journey))
    await test.step('changes the password; another device is signed out', async () =>
      steps.changePassword(journey, await visitor({ expectsRefusals: true })))
    await test.step('resets a forgotten password by e-mail', async () => steps.resetPassword(journey))
    await test.step('deactivates, and comes back by signing in', async () =>
      steps.deactivateAndReturn(journey))
  })
