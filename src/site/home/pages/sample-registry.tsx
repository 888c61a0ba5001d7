import type { TileTone } from '../../../base/tile-tones.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import type { PictureName } from '../../../ui/media/pictures.ts'
import { Tile } from '../../../ui/media/tile.tsx'

export interface SampleRegistryTexts {
  /** What the drawing shows, for who can't see it. */
  label: string
  event: string
  names: string
  given: string
  gifts: {
    kind: 'given' | 'group' | 'open'
    tone: TileTone
    picture: PictureName
    name: string
    note: string
  }[]
  wish: string
  giver: string
}

/**
 * What a registry is, drawn with invented people: a gift that was given, one that many give together, one still open. Its
 * texts come with the page, and its looks are in components.css, so that its script is small.
 */
export function SampleRegistry({ label, event, names, given, gifts, wish, giver }: SampleRegistryTexts) {
  return (
    <div role="img" aria-label={label} className="sample-registry">
      <div>
        <Tile tone="rose" shape="arch">
          <Picture name="church" size={80} eager />
        </Tile>
        <div>
          <p>{event}</p>
          <p>{names}</p>
          <p>{given}</p>
        </div>
      </div>
      <div>
        {gifts.map(({ kind, tone, picture, name, note }) => (
          <div key={kind} className={kind}>
            <Tile tone={tone} given={kind === 'given'}>
              <Picture name={picture} size={96} eager />
            </Tile>
            <p>{name}</p>
            <p>{note}</p>
          </div>
        ))}
      </div>
      <p>
        {wish} <span>{giver}</span>
      </p>
    </div>
  )
}
