import { desktop, phone, test } from './fixtures.ts'
import { signIn } from './gift-list-steps.ts'
import { createMoneyRegistry, giveMoney, giver } from './money-registry.ts'
import {
  downloadTable,
  expectDeletionRefused,
  revealGifts,
  startSurprise,
  thankGiver,
} from './received-steps.ts'

for (const [language, viewport] of [
  ['el', phone],
  ['en', desktop],
] as const)
  test(`a host uses surprise mode, marks thanks and downloads the table, in ${language}`, async ({
    site,
    visitor,
  }) => {
    const registry = await createMoneyRegistry(site.url, language)
    const part = { page: await visitor({ viewport, expectsRefusals: true }), language, registry }
    await signIn(part)
    await startSurprise(part)
    await giveMoney(await visitor({ viewport }), language, site.url, registry.id, giver)
    await revealGifts(part, giver.surname)
    await thankGiver(part, giver.surname)
    await downloadTable(part, giver.surname)
    await expectDeletionRefused(part)
  })
