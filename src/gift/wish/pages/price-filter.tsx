import { type RefObject, Suspense, startTransition, useEffect, useRef, useState } from 'react'
import type { Language } from '../../../base/language.ts'
import { parseEuro } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import { lazyWithRetry } from '../../../ui/browser/lazy-retry.ts'
import { MoneyField } from '../../../ui/form/number-fields.tsx'
import type { ProductQuery } from './product-query.ts'

const PriceRange = lazyWithRetry(() => import('../../../ui/form/price-range.tsx'))

interface PriceFilterProps {
  query: ProductQuery
  /** The prices of what was found, in cents; null when none has a price. */
  lowestPrice: number | null
  highestPrice: number | null
  fieldErrors: Record<string, string>
  language: Language
  /** Searches again with the values of the fields. */
  onDone: () => void
}

/** The price range as two fields; with JavaScript also as a slider between the prices that were found. */
export function PriceFilter({
  query,
  lowestPrice,
  highestPrice,
  fieldErrors,
  language,
  onDone,
}: PriceFilterProps) {
  const [from, setFrom] = useState(query.price_min ?? '')
  const [to, setTo] = useState(query.price_max ?? '')
  const slider = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(slider)
  const min = Math.floor((lowestPrice ?? 0) / 100)
  const max = Math.ceil((highestPrice ?? 0) / 100)
  const clampEuro = (text: string, fallback: number) => {
    const cents = parseEuro(text)
    return cents === null ? fallback : Math.min(max, Math.max(min, Math.round(cents / 100)))
  }
  const low = clampEuro(from, min)
  return (
    <div className="col-span-2 grid grid-cols-2 gap-x-3 sm:gap-x-5">
      <MoneyField
        label={m.gift_price_from()}
        name="price_min"
        value={from}
        onChange={event => setFrom(event.target.value)}
        error={fieldErrors.price_min && m.amount_wrong()}
      />
      <MoneyField
        label={m.gift_price_to()}
        name="price_max"
        value={to}
        onChange={event => setTo(event.target.value)}
        error={fieldErrors.price_max && m.amount_wrong()}
      />
      <div ref={slider} className="col-span-2 mt-2 hidden h-11 js:block">
        {isSeen && max > min && (
          <Suspense>
            <PriceRange
              label={m.gift_price_range()}
              from={m.gift_price_from()}
              to={m.gift_price_to()}
              min={min}
              max={max}
              value={[low, Math.max(low, clampEuro(to, max))]}
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

/** Whether an element has come into view; the folded filters of a phone's page are not loaded before. */
function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      startTransition(() => setSeen(true))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}
