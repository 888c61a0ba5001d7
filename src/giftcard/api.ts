import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { allow, found } from '../base/refusal.ts'
import { registryByAddress } from '../registry/data.ts'
import { mayEdit, mayOwn } from '../registry/rules.ts'
import { isSecretTo } from '../registry/surprise-rules.ts'
import { type Served, serve } from '../server/serve.ts'
import type { CustomerVisit } from '../server/visit.ts'
import { collectAgain, collectMoney } from './collect.ts'
import { collectedOf } from './collected.ts'
import * as said from './contract.ts'
import { moveMoney } from './moving.ts'
import { redeemAgain, redeemMoney } from './redeem.ts'
import { statementOf } from './statement.ts'

export const calls: Served[] = [
  serve(said.getGifts, async ({ registry_id }, visit) =>
    collectedOf(await readable(registry_id, visit), visit),
  ),
  serve(said.collect, collectMoney),
  serve(said.collectByGet, collectAgain),
  serve(said.redeem, redeemMoney),
  serve(said.redeemByGet, redeemAgain),
  serve(said.moveChange, moveMoney),
  serve(said.moneyStatement, showStatement),
]

async function showStatement({ registry_id }: ParsedOf<typeof said.moneyStatement>, visit: CustomerVisit) {
  const registry = await readable(registry_id, visit)
  const { db, language, customer } = visit
  return statementOf(db, { id: registry.id, language, isOwner: mayOwn(registry, customer) })
}

/** A registry whose money the caller may read: his own, as owner or co-host. */
async function readable(typed: string, { db, customer, now }: CustomerVisit) {
  const registry = found(await registryByAddress(db, typed))
  allow(mayEdit(registry, customer))
  allow(!isSecretTo(registry, customer, dayInAthens(now)), 'registry_is_secret', 403)
  return registry
}
