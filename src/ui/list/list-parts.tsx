import type { FocusEvent, ReactNode } from 'react'
import type { TileTone } from '../../base/kinds.ts'
import type { PictureName } from '../media/pictures.ts'
import { Picture, Tile } from '../media/product-tile.tsx'
import { Link } from '../page/link.tsx'

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

/** Shown where a list is empty: a picture, one sentence, one action. */
export function EmptyState(props: {
  picture?: PictureName
  tone?: TileTone
  title: ReactNode
  /** What can be done about it. */
  children?: ReactNode
  action?: ReactNode
}) {
  const { picture = 'gift', tone = 'sand', title, children, action } = props
  return (
    <div className="empty-state">
      <Tile tone={tone} shape="arch" className="w-36 shrink-0 items-end pb-6">
        <Picture name={picture} size={96} />
      </Tile>
      <div>
        <h2 className="text-2xl">{title}</h2>
        {children && <div className="text-soft">{children}</div>}
        {action}
      </div>
    </div>
  )
}

/** Scrolls a focused link of a scrolling row into view, which browsers do only halfway (R816). */
export function scrollFocusedIntoView({ target }: FocusEvent): void {
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
