import type { ReactNode } from 'react'
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
