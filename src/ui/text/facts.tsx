import type { ReactNode, Ref } from 'react'
import { classNames } from '../style/class-names.ts'

/** A short text on a picture: most wanted, group gift, given. */
export function Badge({
  tone = 'ink',
  children,
}: {
  tone?: 'ink' | 'pomegranate' | 'olive' | 'sea'
  children: ReactNode
}) {
  const colour = { ink: 'text-ink', pomegranate: 'text-pomegranate', olive: 'text-olive', sea: 'text-sea' }[
    tone
  ]
  return (
    <span
      className={classNames('rounded-pill bg-card px-2.5 py-1 text-sm leading-tight font-semibold', colour)}
    >
      {children}
    </span>
  )
}

/** A number in a small pill beside a text. */
export function CountBadge({ children }: { children: ReactNode }) {
  return (
    <span className="min-w-5.5 rounded-pill bg-pomegranate px-1.5 text-center text-sm leading-5.5 font-semibold text-white tabular-nums">
      {children}
    </span>
  )
}

/** A message that stays on the page. `alert` is announced when it appears; with a `ref` it can take the focus. */
export function Notice(props: {
  tone?: 'note' | 'done' | 'alert'
  title?: ReactNode
  className?: string
  children?: ReactNode
  ref?: Ref<HTMLDivElement>
}) {
  const { tone = 'note', title, className, children, ref } = props
  const toneClasses = {
    note: 'border-sea/30 bg-sky/50',
    done: 'border-olive/40 bg-leaf/60',
    alert: 'border-pomegranate bg-rose/40',
  }
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      role={tone === 'alert' ? 'alert' : undefined}
      className={classNames('rounded-tile border px-5 py-4', toneClasses[tone], className)}
    >
      {title && <p className="font-semibold">{title}</p>}
      {children && <div className={classNames(Boolean(title) && 'mt-1')}>{children}</div>}
    </div>
  )
}

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

/** Short facts with dots between them; no dot is shown where a line breaks. */
export function DotSeparated({ facts, className }: { facts: ReactNode[]; className?: string }) {
  return (
    <span className={classNames('block overflow-hidden', className)}>
      <span className="dotted">
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts are told apart by their place alone
          <span key={index}>{typeof fact === 'string' ? `${fact} ` : fact}</span>
        ))}
      </span>
    </span>
  )
}
