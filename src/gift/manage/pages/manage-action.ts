import type { PageContext } from '../../../ui/page/page-context.ts'
import { changeGift, moveGift, removeGift, swapGift } from '../../gift/contract.ts'

type Values = Record<string, string>

interface Managed {
  /** What was done, for the notice. */
  done: string
  /** Where a moved gift stands now. */
  moved: { gift_id: number; place: number; of: number } | null
}

/** Does what a form of Manage gifts asks for, by its `intent`. Throws what the calls refuse. */
export async function performGiftAction(
  { intent, place, now, ...values }: Values,
  { call }: PageContext,
): Promise<Managed> {
  const gift_id = values.gift_id ?? ''
  if (intent === 'move') {
    const moved = await call(moveGift, { gift_id, ...(values.before && { before: values.before }) })
    return { done: 'moved', moved: { gift_id: Number(gift_id), ...moved } }
  }
  if (intent === 'remove') await call(removeGift, { gift_id })
  else if (intent === 'swap')
    await call(swapGift, { ...values, gift_id, product_id: values.product_id ?? '' })
  else {
    await call(changeGift, { ...values, gift_id })
    if (place && place !== now) await call(moveGift, { gift_id, place })
  }
  return { done: doneBy[intent ?? ''] ?? 'changed', moved: null }
}

const doneBy: Values = { remove: 'removed', swap: 'swapped', keep: 'kept' }
