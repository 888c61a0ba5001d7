import { searchProducts } from '../../catalogue/contract.ts'
import { m } from '../../paraglide/messages.js'
import { attempt } from '../../ui/attempt.ts'
import { pageVisit } from '../../ui/context.ts'
import { Link } from '../../ui/link.tsx'
import { pageMeta } from '../../ui/meta.ts'
import { Section } from '../../ui/page.tsx'
import { Picture } from '../../ui/picture.tsx'
import { eventPictures, eventTones } from '../../ui/pictures.ts'
import { Tile } from '../../ui/tile.tsx'
import { type LandingType, landingTypes } from '../rules.ts'
import type { Route } from './+types/landing-page'
import { Begin } from './begin.tsx'
import { Steps } from './home-steps.tsx'
import { landingWords } from './landing-words.ts'
import { pagesBelow } from './menus.ts'
import { PopularGifts } from './popular-gifts.tsx'

/** The page of an event type: create a registry of it or find one, and what people like to give (product.md 7). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { call, language } = visit
  const type = typeAt(request)
  const [{ done }, pages] = await Promise.all([
    attempt(() => call(searchProducts, { sort: 'best-selling', lang: language })),
    pagesBelow(visit),
  ])
  // What comes in several prices is listed with the highest one, which is no price to show off with.
  const gifts = done?.data.filter(({ available, has_options }) => available && !has_options) ?? []
  const advice = pages['/events']?.find(({ path }) => path.split('?')[0] === `/events/${type}`)
  return { type, gifts: gifts.slice(0, giftsShown), advice: advice?.path ?? null }
}

const giftsShown = 4

function typeAt(request: Request): LandingType {
  const slug = new URL(request.url).pathname.replace(/\.data$/, '').split('/')[1]
  return landingTypes.find(type => type === slug) ?? 'other'
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const root = matches[0].loaderData
  if (!root || !loaderData) return []
  const { title, lead } = landingWords[loaderData.type]
  const { language, site } = root
  return pageMeta({ title: title(), description: lead(), path: `/${loaderData.type}`, language, site })
}

export default function LandingPage({ loaderData: { type, gifts, advice } }: Route.ComponentProps) {
  return (
    <div className="measure pb-8">
      <Head type={type} advice={advice} />
      {gifts.length > 0 && (
        <Section title={m.site_landing_gifts()} lead={m.site_landing_gifts_lead()}>
          <PopularGifts gifts={gifts} />
        </Section>
      )}
      <Section title={m.site_steps_title()} lead={m.site_steps_lead()}>
        <Steps />
      </Section>
    </div>
  )
}

function Head({ type, advice }: { type: LandingType; advice: string | null }) {
  const { title, lead, text } = landingWords[type]
  return (
    <div className="grid items-center gap-x-14 gap-y-8 pt-9 pb-12 md:grid-cols-[17rem_1fr] lg:grid-cols-[20rem_1fr] lg:pt-14 lg:pb-16">
      <Tile
        tone={eventTones[type] ?? 'sand'}
        shape="arch"
        className="aspect-[6/7] w-48 items-end pb-[12%] md:w-full"
      >
        <Picture
          name={eventPictures[type] ?? 'sparkles'}
          size={192}
          first
          className="h-auto w-3/5 max-w-48"
        />
      </Tile>
      <div className="max-w-2xl">
        <h1 className="text-[2.5rem] leading-[1.15] lg:text-[3.25rem]">{title()}</h1>
        <p className="mt-3 text-xl text-soft">{lead()}</p>
        <p className="mt-4 text-lg">{text()}</p>
        <Begin type={type} className="mt-7" />
        {advice && <Advice path={advice} />}
      </div>
    </div>
  )
}

/** The shop's own page about the event, where its menus have one. */
function Advice({ path }: { path: string }) {
  return (
    <p className="mt-5">
      <Link to={path} look="weight" className="inline-flex min-h-8 items-center">
        {m.site_landing_advice()}
      </Link>
    </p>
  )
}
