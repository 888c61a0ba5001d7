import { desktop, phone, test } from './fixtures.ts'
import { createMoneyRegistry, giveMoney, giver } from './money-registry.ts'
import {
  downloadTable,
  expectDeletionRefused,
  revealGifts,
  startSurprise,
  thankGiver,
} from './received-steps.ts'
import { signIn } from './test-registry.ts'

/** The quick run takes the last one: other journeys are walked in Greek on a phone. */
const journeys = [
  ['el', phone],
  ['en', desktop],
] as const

for (const [language, viewport] of journeys)
  test(`a host uses surprise mode, marks thanks and downloads the table, in ${language}`, async ({
    site,
    visitor,
  }) => {
    const registry = await createMoneyRegistry(site.url, language)
    const part = { page: await visitor({ viewport, expectsRefusals: true }), language, registry }
    await signIn(part)
    await startSurprise(part)
    await giveMoney(registry, language, giver)
    await revealGifts(part, giver.surname)
    await thankGiver(part, giver.surname)
    await downloadTable(part, giver.surname)
    await expectDeletionRefused(part)
  })
