import { customersById } from '../account/data.ts'
import { dayInAthens } from '../base/dates.ts'
import type { Language } from '../base/language.ts'
import type { RegistryRow } from '../registry/data.ts'
import { hostsOf } from '../registry/rules.ts'
import { isSecret } from '../registry/surprise-rules.ts'
import type { Db } from '../server/tables.ts'
import type { Work } from '../server/visit.ts'
import type { HandoffRow } from './data.ts'
import { giftNames, type PurchaseRow } from './purchases-data.ts'
import { giverToken } from './reference.ts'
import { giverShown } from './rules.ts'

/** What an order brought to a registry. */
export interface Brought {
  registry: RegistryRow
  handoff: HandoffRow
  purchases: PurchaseRow[]
}

/**
 * One letter to each of the hosts, in the reader's own language, unless they want to be surprised, and one to the
 * giver, in the language of the hand-off.
 */
export async function postLetters(
  tx: Db,
  brought: Brought,
  { post, now, config }: Pick<Work, 'post' | 'now' | 'config'>,
): Promise<void> {
  const { registry, handoff, purchases } = brought
  const [first] = purchases
  const about = `order:${first?.order_id}:${registry.code}`
  const hosts = isSecret(registry, dayInAthens(now))
    ? []
    : await customersById(tx, [registry.customer_id, registry.co_host_id])
  for (const host of hosts)
    await post(tx, {
      cause: `gift-given:${about}:${host.id}`,
      template: 'gift-given',
      language: host.language,
      to: host.email,
      props: await propsOf(tx, brought, host.language),
    })
  if (first?.giver_email)
    await post(tx, {
      cause: `gift-thanks:${about}`,
      template: 'gift-thanks',
      language: handoff.language,
      to: first.giver_email,
      props: {
        ...(await propsOf(tx, brought, handoff.language)),
        mine: giverToken(handoff.id, config.SECRET),
      },
    })
}

async function propsOf(tx: Db, { registry, purchases }: Brought, language: Language) {
  const [first] = purchases
  const standing = purchases.filter(one => one.state === 'paid')
  const ids = standing.map(one => one.gift_id)
  const names = await giftNames(tx, ids, language)
  return {
    code: registry.code,
    registry: registry.registry_name,
    hosts: hostsOf(registry),
    giver: giverShown(first?.giver_name ?? null, first?.visibility ?? 'full'),
    message: first?.message ?? '',
    surplus: standing.reduce((sum, one) => sum + one.cents - one.credited_cents, 0),
    gifts: standing.map(one => ({
      name: names.get(one.gift_id) ?? '',
      kind: one.kind,
      units: one.units,
      cents: one.cents,
    })),
  }
}
