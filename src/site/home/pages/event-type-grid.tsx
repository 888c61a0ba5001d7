import type { EventTypeView } from '../../../registry/registry/event-type-contract.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { pictureNamed } from '../../../ui/media/pictures.ts'
import { Tile } from '../../../ui/media/tile.tsx'
import { Link } from '../../../ui/page/link.tsx'

/** Event types, each leading to its own page; six a row, or four when there are more than six. */
export function EventTypeGrid({
  types,
}: {
  types: Pick<EventTypeView, 'slug' | 'name' | 'illustration' | 'tone'>[]
}) {
  const columns = types.length > 6 ? 'sm:grid-cols-4' : 'sm:grid-cols-3 lg:grid-cols-6'
  return (
    <ul className={`grid grid-cols-2 gap-x-4.5 gap-y-6 ${columns}`}>
      {types.map(({ slug, name, illustration, tone }) => (
        <li key={slug}>
          <Link to={`/${slug}`} className="group block text-center text-lg font-semibold">
            <Tile
              tone={tone}
              shape="arch"
              className="mb-3.5 items-end [--ratio:11/12] pb-6 group-hover:brightness-97"
            >
              <Picture name={pictureNamed(illustration)} size={128} className="h-auto w-1/2 max-w-32" />
            </Tile>
            <span className="decoration-1 underline-offset-4 group-hover:underline">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
