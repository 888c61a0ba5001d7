import { Slider } from '@base-ui/react/slider'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'

interface PriceRangeProps {
  label: string
  /** The names of the two thumbs. */
  from: string
  to: string
  /** In whole euro. */
  min: number
  max: number
  value: [low: number, high: number]
  language: Language
  onChange: (value: [low: number, high: number]) => void
  /** Called when a thumb is released. */
  onDone: () => void
}

/** A slider with two thumbs for a range of prices, beside number fields with the same values. */
export default function PriceRange(props: PriceRangeProps) {
  const { label, from, to, min, max, value, language, onChange, onDone } = props
  const thumb =
    'size-6 rounded-pill border-2 border-pomegranate bg-card shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink'
  return (
    <Slider.Root
      aria-label={label}
      min={min}
      max={max}
      value={value}
      onValueChange={([low = min, high = max]) => onChange([low, high])}
      onValueCommitted={onDone}
    >
      <Slider.Control className="flex h-11 touch-none items-center px-3 select-none">
        <Slider.Track className="h-1.5 w-full rounded-pill bg-line">
          <Slider.Indicator className="rounded-pill bg-pomegranate" />
          {[from, to].map((name, index) => (
            <Slider.Thumb
              key={name}
              index={index}
              className={thumb}
              getAriaLabel={() => name}
              // Not `getAriaValueText`: the library would format every number by `Intl`, which is slow on phones.
              aria-valuetext={formatEuro((value[index] ?? min) * 100, language)}
            />
          ))}
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  )
}
