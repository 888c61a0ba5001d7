import { paths } from '../../../base/paths.ts'
import type { TileTone } from '../../../base/tile-tones.ts'
import { m } from '../../../paraglide/messages.js'
import { Picture } from '../../../ui/media/picture.tsx'
import type { PictureName } from '../../../ui/media/pictures.ts'
import { Tile } from '../../../ui/media/tile.tsx'
import { Link } from '../../../ui/page/link.tsx'

interface Occasion {
  picture: PictureName
  tone: TileTone
  /** The event type that a registry for it has. */
  type: string
  title: () => string
  text: () => string
}

const occasions: Occasion[] = [
  {
    picture: 'heart',
    tone: 'rose',
    type: 'wedding',
    title: m.site_occasion_engagement,
    text: m.site_occasion_engagement_text,
  },
  {
    picture: 'house',
    tone: 'leaf',
    type: 'other',
    title: m.site_occasion_home,
    text: m.site_occasion_home_text,
  },
  {
    picture: 'balloon',
    tone: 'sky',
    type: 'lets-event',
    title: m.site_occasion_nameday,
    text: m.site_occasion_nameday_text,
  },
  {
    picture: 'star',
    tone: 'lilac',
    type: 'student-life',
    title: m.site_occasion_degree,
    text: m.site_occasion_degree_text,
  },
  {
    picture: 'suitcase',
    tone: 'honey',
    type: 'group-activity',
    title: m.site_occasion_class,
    text: m.site_occasion_class_text,
  },
  {
    picture: 'sailboat',
    tone: 'sand',
    type: 'other',
    title: m.site_occasion_retirement,
    text: m.site_occasion_retirement_text,
  },
]

/** Smaller occasions to celebrate, each a link to create a registry for it (R806). */
export function OccasionList() {
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-x-8 gap-y-6">
        {occasions.map(({ picture, tone, type, title, text }) => (
          <li key={picture}>
            <Link to={paths.createRegistry(type)} className="group flex items-center gap-5">
              <Tile tone={tone} className="w-24 shrink-0">
                <Picture name={picture} size={56} />
              </Tile>
              <span className="min-w-0">
                <span className="block text-lg leading-snug font-semibold decoration-1 underline-offset-4 group-hover:underline">
                  {title()}
                </span>
                <span className="mt-0.5 block text-soft">{text()}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-8">
        <Link to="/events" variant="strong" className="inline-flex min-h-8 items-center">
          {m.site_occasions_all()}
        </Link>
      </p>
    </>
  )
}
