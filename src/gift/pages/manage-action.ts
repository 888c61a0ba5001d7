import type { PageContext } from '../../ui/page/page-context.ts'
import { changeGift, moveGift, removeGift } from '../manage.contract.ts'
import { readHostInput } from '../modifier.rules.ts'
import { swapGift } from '../swap.contract.ts'

type FormValues = Record<string, string>

/** `place`: 1 is the first. */
export interface MovedGift {
  gift_id: number
  place: number
  of: number
}

interface GiftActionResult {
  done: string
  moved: MovedGift | null
}

export async function performGiftAction(
  { intent, place, now, ...values }: FormValues,
  { call }: PageContext,
): Promise<GiftActionResult> {
  const gift_id = values.gift_id ?? ''
  if (intent === 'move') {
    const moved = await call(moveGift, { gift_id, ...(values.before && { before: values.before }) })
    return { done: 'moved', moved: { gift_id: Number(gift_id), ...moved } }
  }
  if (intent === 'remove') await call(removeGift, { gift_id })
  else if (intent === 'swap')
    await call(swapGift, { ...values, gift_id, product_id: values.product_id ?? '' })
  else {
    const modifiers = readHostInput(values)
    await call(changeGift, { ...values, ...(modifiers.length > 0 && { modifiers }), gift_id })
    if (place && place !== now) await call(moveGift, { gift_id, place })
  }
  return { done: doneByIntent[intent ?? ''] ?? 'changed', moved: null }
}

const doneByIntent: Record<string, string> = { remove: 'removed', swap: 'swapped', keep: 'kept' }
