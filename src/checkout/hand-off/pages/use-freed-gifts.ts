import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { type CurrentGifts, currentGiftsPath } from '../../cart/pages/use-cart-refresh.ts'
import type { Cart } from '../../cart/rules.ts'
import type { UnavailableLine } from '../availability-rules.ts'

/**
 * The ids of gifts that somebody was giving when the checkout was refused, and that can be had by now: the open page
 * looks again whenever the registry changes (R519).
 */
export function useFreedGifts({ registry_id }: Cart, unavailable: UnavailableLine[]): number[] {
  const { load, data } = useFetcher<{ currentGifts: CurrentGifts | null }>()
  const held = unavailable.filter(({ reason }) => reason === 'held')
  const ids = held.map(line => line.gift_id).join()
  useEffect(() => {
    if (ids === '') return
    const source = new EventSource(`/api/registry/${registry_id}/live`)
    const path = currentGiftsPath(
      registry_id,
      ids.split(',').map(id => ({ id: Number(id) })),
    )
    source.onmessage = () => void load(path)
    return () => source.close()
  }, [ids, registry_id, load])
  const gifts = data?.currentGifts?.gifts ?? []
  const canTake = ({ gift_id, kind, wanted }: UnavailableLine) => {
    const gift = gifts.find(({ id }) => id === gift_id)
    return gift !== undefined && wanted <= (kind === 'units' ? gift.open_units : gift.open_amount)
  }
  return held.filter(canTake).map(line => line.gift_id)
}
