import type { ReactNode } from 'react'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { registryTypes } from '../../registry/contract.ts'
import { inEventOrder } from '../../registry/event-rules.ts'
import { orErrorPage } from '../../ui/attempt.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { pageVisit } from '../../ui/context.ts'
import { Link } from '../../ui/link.tsx'
import { pageMeta } from '../../ui/meta.ts'
import { Picture } from '../../ui/picture.tsx'
import { ShopText } from '../../ui/shop-text.tsx'
import { Tile } from '../../ui/tile.tsx'
import { shopPage } from '../contract.ts'
import type { Route } from './+types/content-page'
import { contentPicture } from './content-pictures.ts'
import { EventTypes } from './event-types.tsx'
import { Benefits } from './home-benefits.tsx'
import { Steps } from './home-steps.tsx'
import { pathData } from './structured.ts'

/** A page of the shop's own text in our layout; the site adds what it knows itself to three of them. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { call, language } = context.get(pageVisit)
  const page = await orErrorPage(call(shopPage, { path: url.pathname, lang: language }))
  const types = page.path === '/events' ? await orErrorPage(call(registryTypes, { lang: language })) : []
  return { page, types: inEventOrder(types) }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const root = matches[0].loaderData
  if (!root || !loaderData) return []
  const { title, summary, path } = loaderData.page
  const { language, site } = root
  return [
    ...pageMeta({ title, description: summary, path, language, site }),
    pathData(site, language, [{ title, path }]),
  ]
}

export default function ContentPage({ loaderData: { page, types } }: Route.ComponentProps) {
  const { tone, picture } = contentPicture(page.path)
  const own = ownPart(page.path, types)
  return (
    <article className="measure pt-10 pb-20 md:pt-14">
      <div className="grid gap-x-16 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <h1 className="max-w-2xl text-[2rem] leading-tight md:text-3xl">{page.title}</h1>
        {own && <div className="mt-8 mb-14 lg:col-span-2">{own}</div>}
        <div className="mt-6 md:mt-8">
          <ShopText html={page.html} className="text-lg" />
          <Below pages={page.children} />
          {leadsOn.has(page.path) && <Begin />}
        </div>
        {!own && (
          <Tile
            tone={tone}
            shape="arch"
            className="sticky top-10 row-span-2 hidden items-end self-start pb-10 lg:col-start-2 lg:row-start-1 lg:flex"
          >
            <Picture name={picture} size={128} soon className="h-auto w-1/2" />
          </Tile>
        )}
      </div>
    </article>
  )
}

/** Pages that tell what a registry is: whoever has read one knows what to do next. */
const leadsOn = new Set([
  '/benefits',
  '/discover-more',
  '/funding',
  '/how-it-works',
  '/invitations',
  '/travel-experiences',
])

function Begin() {
  return (
    <div className="mt-10 flex flex-wrap gap-3.5">
      <ButtonLink to={paths.createRegistry()} size="large">
        {m.site_link_create()}
      </ButtonLink>
      <ButtonLink to={paths.findRegistry()} size="large" kind="outline">
        {m.site_link_find()}
      </ButtonLink>
    </div>
  )
}

/** What the site shows itself above the shop's text, under a heading for those who go from one to the next. */
function ownPart(path: string, types: { slug: string; name: string }[]) {
  if (path === '/events') return <Titled title={m.site_events_title()} part={<EventTypes types={types} />} />
  if (path === '/how-it-works') return <Titled title={m.site_steps_lead()} part={<Steps />} />
  if (path === '/benefits') return <Titled title={m.site_benefits_lead()} part={<Benefits />} />
  return null
}

function Titled({ title, part }: { title: string; part: ReactNode }) {
  return (
    <section>
      <h2 className="sr-only">{title}</h2>
      {part}
    </section>
  )
}

function Below({ pages }: { pages: { title: string; path: string }[] }) {
  if (pages.length === 0) return null
  return (
    <nav aria-labelledby="below" className="mt-12 max-w-2xl">
      <h2 id="below" className="text-2xl">
        {m.site_below()}
      </h2>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2">
        {pages.map(({ title, path }) => (
          <li key={path}>
            <Link
              to={path}
              className="flex h-full min-h-16 items-center rounded-tile border border-line bg-card px-5 py-3.5 text-lg font-semibold underline-offset-4 hover:border-edge hover:underline"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
