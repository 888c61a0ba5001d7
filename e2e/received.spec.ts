import { signsIn } from './hosting-gifts.ts'
import { desk, phone, test } from './journey.ts'
import { aMoneyRegistry, giver, givesMoney } from './money.ts'
import { asksForSurprise, cannotDelete, reveals, takesTable, thanks } from './received.ts'

for (const [language, viewport] of [
  ['el', phone],
  ['en', desk],
] as const)
  test(`a host is surprised, then says thanks and keeps a table, in ${language}`, async ({
    site,
    visitor,
  }) => {
    const registry = await aMoneyRegistry(site.url, language)
    const keeping = { page: await visitor({ viewport, refused: true }), language, registry }
    await signsIn(keeping)
    await asksForSurprise(keeping)
    await givesMoney(await visitor({ viewport }), language, site.url, registry.id, giver)
    await reveals(keeping, giver.surname)
    await thanks(keeping, giver.surname)
    await takesTable(keeping, giver.surname)
    await cannotDelete(keeping)
  })
