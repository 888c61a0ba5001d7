import type { TileTone } from '../../base/kinds.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { type EventTypeView, listEventTypes } from '../../registry/event-type.contract.ts'
import { sortEventTypes } from '../../registry/event-type.rules.ts'
import type { PictureName } from '../../ui/media/pictures.ts'
import { EventCover, Picture, Tile } from '../../ui/media/product-tile.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Section } from '../../ui/page/page.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import type { Route } from './+types/home-page'
import { BenefitList, CreateOrFindLinks, HowItWorksSteps } from './home-parts.tsx'
import suitcase from './samples/cabin-suitcase.webp'
import bicycles from './samples/city-bicycle-pair.webp'
import oliveTree from './samples/olive-tree.webp'
import { websiteStructuredData } from './structured-data.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { call, language } = context.get(pageContext)
  const types = await call(listEventTypes, { lang: language })
  return { types: sortEventTypes(types).slice(0, maxEventTypes), sample: sampleTexts() }
}

function sampleTexts() {
  return {
    /** The drawing's description for screen readers. */
    label: m.site_sample_label(),
    event: m.site_sample_event(),
    names: m.site_sample_names(),
    given: m.ui_gifts_given({ given: 5, total: 12 }),
    gifts: [
      { kind: 'given', tone: 'leaf', picture: oliveTree, name: m.site_sample_given(), note: m.gift_given() },
      {
        kind: 'group',
        tone: 'sky',
        picture: bicycles,
        name: m.site_sample_group(),
        note: m.site_sample_together(),
      },
      {
        kind: 'open',
        tone: 'honey',
        picture: suitcase,
        name: m.site_sample_open(),
        note: m.site_sample_price(),
      },
    ] as const,
    wish: m.site_sample_wish(),
    giver: m.site_sample_giver(),
  }
}

/** The other event types are found by the link to /other (R806). */
const maxEventTypes = 6

export function meta({ matches }: Route.MetaArgs) {
  const root = matches[0].loaderData
  if (!root) return []
  const { language, site } = root
  const [title, description] = [m.site_home_name(), m.site_home_lead()]
  return [
    ...buildPageMeta({ title, description, path: paths.home, language, site }),
    websiteStructuredData(site, language),
  ]
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="measure pb-8">
      <Hero sample={loaderData.sample} />
      <Celebrations types={loaderData.types} />
      <Section title={m.site_benefits_title()} lead={m.site_benefits_lead()}>
        <BenefitList hasLink />
      </Section>
      <Section title={m.site_how_it_works()} lead={m.site_steps_lead()}>
        <HowItWorksSteps />
      </Section>
      <Section title={m.site_occasions_title()} lead={m.site_occasions_lead()}>
        <OccasionList />
      </Section>
    </div>
  )
}

function Hero({ sample }: { sample: SampleRegistryTexts }) {
  return (
    <div className="flex flex-wrap items-center gap-x-12 gap-y-10 pt-9 pb-12 *:min-w-0 *:flex-[1_1_20rem] lg:pt-16 lg:pb-20">
      <div>
        <h1 className="text-[2.75rem] leading-[1.18] md:text-[2.375rem] lg:text-[3.25rem] min-[72rem]:text-4xl">
          {m.site_home_title()}
        </h1>
        <p className="mt-4 max-w-xl text-lg text-soft lg:mt-3 lg:text-xl">{m.site_home_lead()}</p>
        <CreateOrFindLinks className="mt-7" />
        {/* The page is cached for all (R813), so CSS shows this link to people who are signed in. */}
        <Link
          to={paths.myRegistries}
          variant="strong"
          className="mt-4 hidden w-fit py-2 in-data-signed-in:block"
        >
          {m.common_my_registries()}
        </Link>
        <p className="mt-5 text-sm text-soft">{m.site_home_free()}</p>
      </div>
      <SampleRegistry {...sample} />
    </div>
  )
}

function Celebrations({
  types,
}: {
  types: Pick<EventTypeView, 'slug' | 'name' | 'illustration' | 'tone'>[]
}) {
  return (
    <Section title={m.site_events_title()} lead={m.site_events_lead()}>
      <ul className="grid grid-cols-2 gap-x-4.5 gap-y-6 sm:grid-cols-3 lg:grid-cols-6">
        {types.map(({ slug, name, illustration, tone }) => (
          <li key={slug}>
            <Link to={`/${slug}`} className="group block text-center text-lg font-semibold">
              <EventCover
                name={illustration}
                tone={tone}
                className="mb-3.5 [--ratio:11/12] group-hover:brightness-97"
              />
              <span className="decoration-1 underline-offset-4 group-hover:underline">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-8">
        <Link to="/other" variant="strong" className="reach">
          {m.site_events_other()}
        </Link>
      </p>
    </Section>
  )
}

type SampleRegistryTexts = ReturnType<typeof sampleTexts>

/**
 * Shows what a registry is with invented people: a given gift, a group gift and an open one. Its texts come with the
 * page's data, and its styles are in components.css, to keep the script small.
 */
function SampleRegistry({ label, event, names, given, gifts, wish, giver }: SampleRegistryTexts) {
  return (
    <div role="img" aria-label={label} className="sample-registry">
      <div>
        <EventCover name="church" tone="rose" eager />
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
              <img src={picture} alt="" width={160} height={160} className="size-full object-cover" />
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

interface Occasion {
  picture: PictureName
  tone: TileTone
  /** The slug of the event type. */
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

/** Other occasions, each a link to create a registry for it (R806). */
function OccasionList() {
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
        <Link to="/events" variant="strong" className="reach">
          {m.site_occasions_all()}
        </Link>
      </p>
    </>
  )
}
