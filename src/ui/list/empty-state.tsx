import type { ReactNode } from 'react'
import type { TileTone } from '../../base/tile-tones.ts'
import { Picture } from '../media/picture.tsx'
import type { PictureName } from '../media/pictures.ts'
import { Tile } from '../media/tile.tsx'

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
