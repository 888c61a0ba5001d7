import type { ReactNode } from 'react'
import { Link, useIsActivePath } from '../page/link.tsx'
import { classNames } from '../style/class-names.ts'
import { scrollFocusedIntoView } from './list-parts.tsx'

/** Tabs, each a page with an address of its own, so that they work without JavaScript. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      onFocus={scrollFocusedIntoView}
      className="-mx-4.5 scroll-px-4.5 overflow-x-auto px-4.5 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      <ul className="flex min-w-max gap-6 border-b border-line">{children}</ul>
    </nav>
  )
}

/** `end` is for a tab whose address is the beginning of the others'; `active` for one that differs in its query alone. */
export function Tab(props: { to: string; end?: boolean; active?: boolean; children: ReactNode }) {
  const { to, end = false, active, children } = props
  const isActivePath = useIsActivePath(to, end)
  const isActive = active ?? isActivePath
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={isActive ? 'page' : undefined}
        className={classNames(
          'block min-w-11 border-b-[3px] py-3 font-semibold transition-colors',
          isActive
            ? 'border-pomegranate text-pomegranate'
            : 'border-transparent text-soft hover:border-line hover:text-ink',
        )}
      >
        {children}
      </Link>
    </li>
  )
}
