import type { ReactNode } from 'react'
import { Link } from '../page/link.tsx'
import { classNames } from '../style/class-names.ts'
import { scrollFocusedIntoView } from './scroll-into-view.ts'

/** A filter as a link, so that it works without JavaScript and can be shared; the chosen one is dark. */
export function Chip({
  to,
  chosen = false,
  wraps = false,
  children,
}: {
  to: string
  chosen?: boolean
  /** Its text may be longer than a phone is wide. */
  wraps?: boolean
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={chosen || undefined}
      className={classNames(
        'inline-flex min-h-10 items-center rounded-pill border px-4 text-sm font-semibold transition-colors lg:max-[72rem]:px-3',
        wraps ? 'wrap-anywhere' : 'whitespace-nowrap',
        chosen ? 'border-ink bg-ink text-paper' : 'border-line bg-card hover:border-ink',
      )}
    >
      {children}
    </Link>
  )
}

/** Chips in a row that scrolls sideways on phones and tablets, with `end` as the last of it. */
export function ChipRow({ label, end, children }: { label: string; end?: ReactNode; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      onFocus={scrollFocusedIntoView}
      className="relative -mx-4.5 flex scroll-px-4.5 items-center gap-2 overflow-x-auto px-4.5 py-1.5 [scrollbar-width:none] md:-mx-8 md:px-8 md:pointer-fine:[scrollbar-width:thin] lg:mx-0 lg:overflow-visible lg:px-0"
    >
      <div className="flex shrink-0 gap-2 lg:shrink lg:flex-wrap lg:max-[72rem]:gap-1.5">{children}</div>
      {end}
    </nav>
  )
}
