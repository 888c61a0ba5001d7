import { Picture } from '../../ui/picture.tsx'
import { eventPictures, eventTones } from '../../ui/pictures.ts'
import { Tile } from '../../ui/tile.tsx'

/** An event's portrait under the arch, by its type. */
export function EventPortrait({ type, small = false }: { type: string; small?: boolean }) {
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
