import type { ReactNode } from 'react'
import { Link } from '../page/link.tsx'
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
      className={wraps ? 'chip rounded-[1.25rem] py-2 leading-tight wrap-anywhere' : 'chip whitespace-nowrap'}
    >
      {children}
    </Link>
  )
}

/** Chips in a row that scrolls sideways on phones and tablets, with `end` as the last of it. */
export function ChipRow({ label, end, children }: { label: string; end?: ReactNode; children: ReactNode }) {
  return (
    <nav aria-label={label} onFocus={scrollFocusedIntoView} className="chip-row">
      <div>{children}</div>
      {end}
    </nav>
  )
}
