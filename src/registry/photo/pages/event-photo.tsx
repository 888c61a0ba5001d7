import { Picture } from '../../../ui/media/picture.tsx'
import { eventPictures, eventTones } from '../../../ui/media/pictures.ts'
import { Tile } from '../../../ui/media/tile.tsx'
import { classNames } from '../../../ui/style/class-names.ts'

/** An event's portrait under the arch: the host's own picture, else the object of its type. */
export function EventPhoto(props: { type: string; picture?: string | null; small?: boolean }) {
  const { type, picture, small = false } = props
  if (picture)
    return (
      <img
        src={picture}
        width={120}
        height={120}
        alt=""
        className={classNames('arch aspect-[6/7] w-20 shrink-0 self-start object-cover', !small && 'sm:w-36')}
      />
    )
  return (
    <Tile
      tone={eventTones[type] ?? 'sand'}
      shape="arch"
      className={
        small
          ? 'w-20 shrink-0 items-end self-start pb-3'
          : 'w-20 shrink-0 items-end self-start pb-3 sm:w-36 sm:pb-6'
      }
    >
      <Picture
        name={eventPictures[type] ?? 'sparkles'}
        size={small ? 56 : 96}
        soon
        className={small ? '' : 'w-14 sm:w-24'}
      />
    </Tile>
  )
}
