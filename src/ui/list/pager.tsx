import { useLocation } from 'react-router'
import type { PageMeta } from '../../base/fields.ts'
import { m } from '../../paraglide/messages.js'
import { BackIcon, NextIcon } from '../media/icons.tsx'
import { Link } from '../page/link.tsx'
import { classNames } from '../style/class-names.ts'

const pageLinkClasses =
  'inline-flex size-11 items-center justify-center rounded-pill border font-semibold tabular-nums transition-colors'

interface PagerProps {
  meta: Pick<PageMeta, 'page' | 'last_page'>
  /** What the other pages' addresses say besides. */
  more?: Record<string, string>
}

/** The pages of a list as links, which keep the rest of the query. */
export function Pager({ meta, more }: PagerProps) {
  const { pathname, search } = useLocation()
  const { page, last_page: last } = meta
  if (last <= 1) return null
  const to = (number: number) => pageNumberPath(pathname, search, number, more)
  return (
    <nav aria-label={m.ui_pages()} className="mt-10 flex flex-wrap items-center justify-center gap-2">
      {page > 1 && (
        <Link
          to={to(page - 1)}
          rel="prev"
          aria-label={m.ui_page_previous()}
          className={classNames(pageLinkClasses, otherPageClasses)}
        >
          <BackIcon />
        </Link>
      )}
      {visiblePageNumbers(page, last).map((number, index, all) => (
        <span key={number} className="contents">
          {index > 0 && number - (all[index - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
          <Link
            to={to(number)}
            aria-label={m.ui_page({ number })}
            aria-current={number === page ? 'page' : undefined}
            className={classNames(
              pageLinkClasses,
              number === page ? 'border-ink bg-ink text-paper' : otherPageClasses,
            )}
          >
            {number}
          </Link>
        </span>
      ))}
      {page < last && (
        <Link
          to={to(page + 1)}
          rel="next"
          aria-label={m.ui_page_next()}
          className={classNames(pageLinkClasses, otherPageClasses)}
        >
          <NextIcon />
        </Link>
      )}
    </nav>
  )
}

const otherPageClasses = 'border-line bg-card hover:border-ink'

export function visiblePageNumbers(page: number, last: number): number[] {
  return [...new Set([1, page - 1, page, page + 1, last])]
    .filter(number => number >= 1 && number <= last)
    .sort((one, other) => one - other)
}

/** The path and query of another page of the list; the first page needs no number. */
export function pageNumberPath(
  pathname: string,
  search: string,
  number: number,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(more)) query.set(name, value)
  query.delete('page')
  if (number > 1) query.set('page', String(number))
  return query.size > 0 ? `${pathname}?${query}` : pathname
}
