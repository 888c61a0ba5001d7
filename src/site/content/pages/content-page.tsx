import type { ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { Picture } from '../../../ui/media/picture.tsx'
import { Tile } from '../../../ui/media/tile.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { ShopHtml } from '../../../ui/text/shop-html.tsx'
import { BenefitList } from '../../home/pages/benefit-list.tsx'
import { CreateOrFindLinks } from '../../home/pages/create-or-find-links.tsx'
import { HowItWorksSteps } from '../../home/pages/how-it-works-steps.tsx'
import { breadcrumbStructuredData } from '../../seo/pages/structured-data.ts'
import type { Route } from './+types/content-page'
import { ArticleCards, type ArticleTeaser } from './article-cards.tsx'
import { contentPicture } from './content-pictures.ts'
import { loadShopPage } from './load-shop-page.ts'

/** A page of the shop's own text in our layout; the site adds what it knows itself to two of them. */
export async function loader({ context, url }: Route.LoaderArgs) {
  return { page: await loadShopPage(context.get(pageContext), url.pathname) }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const root = matches[0].loaderData
  if (!root || !loaderData) return []
  const { title, summary, path } = loaderData.page
  const { language, site } = root
  return [
    ...buildPageMeta({ title, description: summary, path, language, site }),
    breadcrumbStructuredData(site, language, [{ title, path }]),
  ]
}

export default function ContentPage({ loaderData: { page } }: Route.ComponentProps) {
  const { tone, picture } = contentPicture(page.path)
  const own = ownPart(page)
  return (
    <article className="measure pt-10 pb-20 md:pt-14">
      <div className="grid gap-x-16 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <h1 className="max-w-2xl text-[2rem] leading-tight md:text-3xl">{page.title}</h1>
        {own && <div className="mt-8 mb-14 lg:col-span-2">{own}</div>}
        <div className="mt-6 md:mt-8">
          <ShopHtml html={page.html} className="text-lg" />
          {leadsOn.has(page.path) && <CreateOrFindLinks className="mt-10" />}
          <Below pages={page.children} />
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

/** What the site shows itself above the shop's text, under a heading for those who go from one to the next. */
function ownPart({ path, html }: { path: string; html: string }) {
  // A shop that counts the steps itself is not told them twice.
  if (path === '/how-it-works' && !html.includes('<ol'))
    return <Titled title={m.site_steps_lead()} part={<HowItWorksSteps />} />
  if (path === '/benefits') return <Titled title={m.site_benefits_lead()} part={<BenefitList />} />
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

function Below({ pages }: { pages: ArticleTeaser[] }) {
  if (pages.length === 0) return null
  return (
    <nav aria-labelledby="below" className="mt-12">
      <h2 id="below" className="mb-6 text-2xl">
        {m.site_read_on()}
      </h2>
      <ArticleCards articles={pages} columns={2} headings="h3" />
    </nav>
  )
}
