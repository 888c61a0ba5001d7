import { searchProducts } from '../../../catalogue/products/contract.ts'
import { m } from '../../../paraglide/messages.js'
import { Picture } from '../../../ui/media/picture.tsx'
import { eventPictures, eventTones } from '../../../ui/media/pictures.ts'
import { Tile } from '../../../ui/media/tile.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { Section } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { type LandingEventType, landingEventTypes } from '../../content/rules.ts'
import { loadSubmenus } from '../../menus/pages/menus.ts'
import type { Route } from './+types/landing-page'
import { CreateOrFindLinks } from './create-or-find-links.tsx'
import { HowItWorksSteps } from './how-it-works-steps.tsx'
import { landingTexts } from './landing-texts.ts'
import { PopularGifts } from './popular-gifts.tsx'

/** The page of an event type: create a registry of it or find one, and what people like to give (product.md 7). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { call, language } = ctx
  const type = typeAt(request)
  const [{ done }, pages] = await Promise.all([
    tryCall(() => call(searchProducts, { sort: 'best-selling', lang: language })),
    loadSubmenus(ctx),
  ])
  // What comes in several prices is listed with the highest one, which is no price to show off with.
  const gifts = done?.data.filter(({ available, has_options }) => available && !has_options) ?? []
  const advice = pages['/events']?.find(({ path }) => path.split('?')[0] === `/events/${type}`)
  return { type, gifts: gifts.slice(0, giftsShown), advice: advice?.path ?? null }
}

const giftsShown = 4

function typeAt(request: Request): LandingEventType {
  const slug = new URL(request.url).pathname.replace(/\.data$/, '').split('/')[1]
  return landingEventTypes.find(type => type === slug) ?? 'other'
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const root = matches[0].loaderData
  if (!root || !loaderData) return []
  const { title, lead } = landingTexts[loaderData.type]
  const { language, site } = root
  return buildPageMeta({ title: title(), description: lead(), path: `/${loaderData.type}`, language, site })
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
        <HowItWorksSteps />
      </Section>
    </div>
  )
}

function Head({ type, advice }: { type: LandingEventType; advice: string | null }) {
  const { title, lead, text } = landingTexts[type]
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
        <CreateOrFindLinks type={type} className="mt-7" />
        {advice && <Advice path={advice} />}
      </div>
    </div>
  )
}

/** The shop's own page about the event, where its menus have one. */
function Advice({ path }: { path: string }) {
  return (
    <p className="mt-5">
      <Link to={path} variant="weight" className="inline-flex min-h-8 items-center">
        {m.site_landing_advice()}
      </Link>
    </p>
  )
}
