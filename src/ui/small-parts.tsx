import type { ReactNode } from 'react'
import { type Day, formatDay } from '../base/dates.ts'
import { type Cents, formatEuro } from '../base/money.ts'
import { m } from '../paraglide/messages.js'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'
import { useLanguage } from './site-data.ts'

/** A word on a picture: most wanted, group gift, given. */
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

/** How many, in a small pill beside a word. */
export function Count({ children }: { children: ReactNode }) {
  return (
    <span className="min-w-5.5 rounded-pill bg-pomegranate px-1.5 text-center text-sm leading-5.5 font-semibold text-white tabular-nums">
      {children}
    </span>
  )
}

/** A filter that is a link, so that it works everywhere and can be shared; the chosen one is dark. */
export function Chip({
  to,
  chosen = false,
  children,
}: {
  to: string
  chosen?: boolean
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={chosen || undefined}
      className={classNames(
        'inline-flex min-h-10 items-center rounded-pill border px-4 text-base font-semibold whitespace-nowrap transition-colors',
        chosen ? 'border-ink bg-ink text-paper' : 'border-line bg-card hover:border-ink',
      )}
    >
      {children}
    </Link>
  )
}

/** Chips in a row that scrolls sideways on phones. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="-mx-4.5 flex gap-2 overflow-x-auto px-4.5 py-1.5 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
    >
      {children}
    </nav>
  )
}

/** An amount in the page's language. */
export function Money({ cents, className }: { cents: Cents; className?: string }) {
  return (
    <span className={classNames('whitespace-nowrap tabular-nums', className)}>
      {formatEuro(cents, useLanguage())}
    </span>
  )
}

/** A day in the page's language; an undecided one says so (spec §2). */
export function DayText({ day, weekday = false }: { day: Day | null; weekday?: boolean }) {
  const language = useLanguage()
  return day === null ? (
    m.ui_date_undecided()
  ) : (
    <time dateTime={day}>{formatDay(day, language, weekday)}</time>
  )
}

/** Stands in for what is still loading, in its final shape. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('animate-[shimmer_1.6s_ease-in-out_infinite] rounded-tile bg-track', className)}
    />
  )
}

/** A remark that stays on the page. `alert` is read out at once when it appears. */
export function Notice(props: { tone?: 'note' | 'done' | 'alert'; title?: ReactNode; children?: ReactNode }) {
  const { tone = 'note', title, children } = props
  const looks = {
    note: 'border-sea/30 bg-sky/50',
    done: 'border-olive/40 bg-leaf/60',
    alert: 'border-pomegranate bg-rose/40',
  }
  return (
    <div
      role={tone === 'alert' ? 'alert' : undefined}
      className={classNames('rounded-tile border px-5 py-4', looks[tone])}
    >
      {title && <p className="font-semibold">{title}</p>}
      {children && <div className={classNames(Boolean(title) && 'mt-1')}>{children}</div>}
    </div>
  )
}
