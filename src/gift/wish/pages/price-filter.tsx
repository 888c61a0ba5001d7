import { Suspense, useEffect, useState } from 'react'
import type { Language } from '../../../base/language.ts'
import { parseEuro } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import { lazyWithRetry } from '../../../ui/browser/lazy-retry.ts'
import { MoneyField } from '../../../ui/form/number-fields.tsx'
import type { ProductQuery } from './product-query.ts'

const PriceRange = lazyWithRetry(() => import('../../../ui/form/price-range.tsx'))

interface PriceFilterProps {
  asked: ProductQuery
  /** What the shelf has, in cents; null when nothing on it has a price. */
  least: number | null
  most: number | null
  wrong: Record<string, string>
  language: Language
  /** Asks anew with what the fields say now. */
  onDone: () => void
}

/** From and to as numbers; with JavaScript a slider over them, as wide as what was found. */
export function PriceFilter({ asked, least, most, wrong, language, onDone }: PriceFilterProps) {
  const [from, setFrom] = useState(asked.price_min ?? '')
  const [to, setTo] = useState(asked.price_max ?? '')
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  const min = Math.floor((least ?? 0) / 100)
  const max = Math.ceil((most ?? 0) / 100)
  const within = (text: string, otherwise: number) => {
    const cents = parseEuro(text)
    return cents === null ? otherwise : Math.min(max, Math.max(min, Math.round(cents / 100)))
  }
  const low = within(from, min)
  return (
    <div className="col-span-2 grid grid-cols-2 gap-x-3 sm:gap-x-5">
      <MoneyField
        label={m.gift_price_from()}
        name="price_min"
        value={from}
        onChange={event => setFrom(event.target.value)}
        error={wrong.price_min && m.amount_wrong()}
      />
      <MoneyField
        label={m.gift_price_to()}
        name="price_max"
        value={to}
        onChange={event => setTo(event.target.value)}
        error={wrong.price_max && m.amount_wrong()}
      />
      <div className="col-span-2 mt-2 hidden h-11 js:block">
        {isHere && max > min && (
          <Suspense>
            <PriceRange
              label={m.gift_price_range()}
              from={m.gift_price_from()}
              to={m.gift_price_to()}
              min={min}
              max={max}
              value={[low, Math.max(low, within(to, max))]}
              language={language}
              onChange={([lowest, highest]) => {
                setFrom(lowest > min ? String(lowest) : '')
                setTo(highest < max ? String(highest) : '')
              }}
              onDone={onDone}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}
