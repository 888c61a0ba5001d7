import type { ReactNode } from 'react'
import { classNames } from '../style/class-names.ts'

/** A progress bar: olive for a whole registry, sea for a group gift. The native element needs no inline style. */
export function ProgressBar(props: {
  value: number
  /** 100 by default, so that `value` is a percentage. */
  max?: number
  tone?: 'olive' | 'sea'
  /** What it measures, for screen readers. */
  label: string
  /** Texts above the bar. */
  left?: ReactNode
  right?: ReactNode
  thin?: boolean
  className?: string
}) {
  const { value, max = 100, tone = 'olive', label, left, right, thin = false, className } = props
  return (
    <div className={classNames('min-w-0', className)}>
      {(left || right) && (
        <div className="mb-1.5 flex justify-between gap-4 text-sm text-soft">
          <span>{left}</span>
          <span className="tabular-nums">{right}</span>
        </div>
      )}
      <progress
        aria-label={label}
        value={Math.min(Math.max(value, 0), max)}
        max={max || 1}
        className={classNames('bar', thin ? 'h-1.5' : 'h-2', tone === 'sea' ? 'text-sea' : 'text-olive')}
      />
    </div>
  )
}
