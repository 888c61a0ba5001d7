import { data } from 'react-router'
import { AppError } from '../../base/app-error.ts'
import type { ReplyOf } from '../../base/endpoint.ts'
import { categoriesForEvent } from '../../catalogue/event-categories.rules.ts'
import { listCategories, type ProductCard } from '../../catalogue/products.contract.ts'
import { searchProducts } from '../../catalogue/search.contract.ts'
import { m } from '../../paraglide/messages.js'
import { showEventType } from '../../registry/event-type.contract.ts'
import { EventCover, ProductTile } from '../../ui/media/product-tile.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Section } from '../../ui/page/page.tsx'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { tryCall } from '../../ui/page/page-errors.ts'
import { buildPageMeta, documentTitle } from '../../ui/page/page-meta.ts'
import { Money } from '../../ui/text/formatted-text.tsx'
import type { Route } from './+types/landing-page'
import { NotFoundScreen } from './error-screen.tsx'
import { CreateOrFindLinks, HowItWorksSteps } from './home-parts.tsx'
import { loadSubmenus } from './menus.ts'

type EventType = ReplyOf<typeof showEventType>

const maxGifts = 4

/** The page of an event type, with popular gifts (R806). Any other path answers 404. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const type = await findEventType(ctx, params.eventType.toLowerCase())
  if (!type) return data(null, { status: 404 })
  const [popular, advicePath] = await Promise.all([
    loadPopularGifts(ctx, type.slug),
    findAdvicePath(ctx, type.slug),
  ])
  return { type, ...popular, advicePath }
}

async function findEventType({ call, language }: PageContext, slug: string): Promise<EventType | null> {
  try {
    return await call(showEventType, { slug, lang: language })
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null
    throw error
  }
}

/** How many fitting categories are searched for enough gifts. */
const maxCategories = 2

/** Best sellers of a category that suits the event type (R806), else of the whole shop. */
async function loadPopularGifts(ctx: PageContext, type: string) {
  const { done: categories } = await tryCall(() => ctx.call(listCategories, { lang: ctx.language }))
  for (const { entityId, name } of categoriesForEvent(type, categories ?? []).slice(0, maxCategories)) {
    const gifts = await findBestSellers(ctx, entityId)
    if (gifts.length === maxGifts) return { gifts, category: name }
  }
  return { gifts: await findBestSellers(ctx), category: null }
}

/** Only products without options, because for several prices the list has the highest. */
async function findBestSellers({ call, language }: PageContext, category?: number) {
  const { done: products } = await tryCall(() =>
    call(searchProducts, { sort: 'best-selling', lang: language, category }),
  )
  const gifts = products?.data.filter(({ available, has_options }) => available && !has_options) ?? []
  return gifts.slice(0, maxGifts)
}

/** The shop's own page about the event, if its menus have one. */
async function findAdvicePath(ctx: PageContext, type: string): Promise<string | null> {
  const { '/events': pages = [] } = await loadSubmenus(ctx)
  return pages.find(({ path }) => path.split('?')[0] === `/events/${type}`)?.path ?? null
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const root = matches[0].loaderData
  if (!root) return []
  const { language, site } = root
  if (!loaderData) return [{ title: documentTitle(m.site_not_found_title(), site) }]
  const { slug, landing_title: title, landing_lead: description } = loaderData.type
  return buildPageMeta({ title, description, path: `/${slug}`, language, site })
}

export default function LandingPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFoundScreen />
  const { type, gifts, category, advicePath } = loaderData
  return (
    <div className="measure pb-8">
      <LandingHeader type={type} advicePath={advicePath} />
      {gifts.length > 0 && (
        <Section
          title={m.site_landing_gifts()}
          lead={category ? m.site_landing_gifts_category({ category }) : m.site_landing_gifts_lead()}
        >
          <PopularGifts gifts={gifts} />
        </Section>
      )}
      <Section title={m.site_how_it_works()} lead={m.site_steps_lead()}>
        <HowItWorksSteps />
      </Section>
    </div>
  )
}

function LandingHeader({ type, advicePath }: { type: EventType; advicePath: string | null }) {
  return (
    <div className="grid items-center gap-x-14 gap-y-8 pt-9 pb-12 md:grid-cols-[17rem_1fr] lg:grid-cols-[20rem_1fr] lg:pt-14 lg:pb-16">
      <EventCover name={type.illustration} tone={type.tone} eager className="w-48 [--ratio:6/7] md:w-full" />
      <div className="max-w-2xl">
        <h1 className="text-[2.5rem] leading-[1.15] lg:text-[3.25rem]">{type.landing_title}</h1>
        <p className="mt-3 text-xl text-soft">{type.landing_lead}</p>
        <p className="mt-4 text-lg">{type.landing_text}</p>
        <CreateOrFindLinks type={type.slug} className="mt-7" />
        {advicePath && (
          <p className="mt-5">
            <Link to={advicePath} variant="strong" className="reach">
              {m.site_landing_advice()}
            </Link>
          </p>
        )}
      </div>
    </div>
  )
}

function PopularGifts({ gifts }: { gifts: ProductCard[] }) {
  return (
    <ul className="grid grid-cols-2 gap-x-4.5 gap-y-8 md:grid-cols-4 lg:gap-x-7">
      {gifts.map(({ id, name, brand, image, tile, price, url }) => (
        <li key={id}>
          <a href={url} className="group block">
            <ProductTile image={image} tile={tile} />
            <span className="mt-3.5 block text-lg leading-snug font-semibold decoration-1 underline-offset-4 group-hover:underline">
              {name}
            </span>
            {brand && <span className="block text-base text-soft">{brand}</span>}
            {price !== null && <Money cents={price} className="mt-1 block text-lg font-semibold" />}
          </a>
        </li>
      ))}
    </ul>
  )
}
