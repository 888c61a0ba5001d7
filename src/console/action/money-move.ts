import { AppError } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import { type Cents, formatEuro } from '../../base/money.ts'
import { availableFrom, type MoneySource } from '../../money/ledger.rules.ts'
import { readBalance } from '../../money/ledger.ts'
import { findTransferTargets, transferableCents, writeTransfer } from '../../money/transfer.ts'
import { findGiftNames } from '../../orders/orders.sql.ts'
import { isRegistryOpen } from '../../registry/registry.rules.ts'
import { parseMoneySource } from './action.rules.ts'
import type { RunOf } from './action.ts'
import { lockRegistryOfField, registryOfField } from './fields.ts'

/**
 * Moves money to another open group gift of the registry by the rules of hosts (R608), for a host on the telephone
 * (R974).
 */
export const moneyMove: RunOf<'money_moved'> = {
  async choices({ registry }, ctx) {
    if (registry === undefined) return { source: [], to: [] }
    const { id } = await registryOfField(ctx.db, registry)
    const { accounts } = await readBalance(ctx.db, id)
    const names = await findGiftNames(
      ctx.db,
      accounts.map(one => one.giftId),
      ctx.language,
    )
    const label = ({ giftId, cents }: MoneySource & { cents: Cents }) =>
      `${names.get(giftId) ?? giftId}, ${formatEuro(cents, ctx.language)} (${giftId})`
    return {
      source: accounts.map(one => ({ value: `${one.giftId} ${one.account}`, label: label(one) })),
      to: (await findTransferTargets(id, ctx)).map(({ id: gift, name, open }) => ({
        value: String(gift),
        label: `${name}, ${formatEuro(open, ctx.language)} (${gift})`,
      })),
    }
  },
  async look(tx, { registry: typed, source: from, to, amount, ...rest }, _, ctx) {
    const registry = await lockRegistryOfField(tx, typed)
    const registryId = registry.id
    if (!isRegistryOpen(registry, dayInAthens(ctx.now)))
      throw new AppError('registry_closed', 409, { fields: { registry: 'registry_closed' } })
    const source = parseMoneySource(from)
    if (!source) throw new AppError('refused_fields', 422, { fields: { source: 'field_wrong' } })
    const held = availableFrom(await readBalance(tx, registryId), [source])
    const targets = await findTransferTargets(registryId, { ...ctx, db: tx })
    const open = targets.find(one => one.id === to)?.open ?? 0
    const cents = await transferableCents(tx, registryId, { source, to, amount }, ctx)
    const names = await findGiftNames(tx, [source.giftId, to], ctx.language)
    const facts = { from_gift: names.get(source.giftId) ?? '', to_gift: names.get(to) ?? '' }
    const key = { key: `staff ${(rest as { key?: string }).key ?? ''}`, fingerprint: '' }
    return {
      registryId,
      cents,
      history: { what: 'shop_money_moved', about: facts.to_gift, isGiving: true },
      before: { ...facts, held_cents: held, open_cents: open },
      after: { ...facts, amount_cents: cents, held_cents: held - cents, open_cents: open - cents },
      state: source.account,
      apply: () => writeTransfer(tx, { registryId, source, to, cents, key }, ctx),
    }
  },
}
