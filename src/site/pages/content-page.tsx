import type { ReactNode } from 'react'
import { m } from '../../paraglide/messages.js'
import { Picture, Tile } from '../../ui/media/product-tile.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { ShopHtml } from '../../ui/text/shop-html.tsx'
import type { Route } from './+types/content-page'
import { ArticleCards, type ArticleTeaser } from './article-cards.tsx'
import { contentPicture, loadShopPage } from './content-pictures.ts'
import { BenefitList, CreateOrFindLinks, HowItWorksSteps } from './home-parts.tsx'
import { breadcrumbStructuredData } from './structured-data.ts'

/** A page of the shop's own text in our layout (R803); to two of them the site adds content of its own. */
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
  const ownContent = ownContentOf(page)
  return (
    <article className="measure pt-10 pb-20 md:pt-14">
      <div className="grid gap-x-16 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <h1 className="max-w-2xl text-[2rem] leading-tight md:text-3xl">{page.title}</h1>
        {ownContent && <div className="mt-8 mb-14 lg:col-span-2">{ownContent}</div>}
        <div className="mt-6 md:mt-8">
          <ShopHtml html={page.html} className="text-lg" />
          {pathsWithLinks.has(page.path) && <CreateOrFindLinks className="mt-10" />}
          <ChildPages pages={page.children} />
        </div>
        {!ownContent && (
          <Tile
            tone={tone}
            shape="arch"
            className="sticky top-10 row-span-2 hidden items-end self-start pb-10 lg:col-start-2 lg:row-start-1 lg:flex"
          >
            <Picture name={picture} size={128} eager className="h-auto w-1/2" />
          </Tile>
        )}
      </div>
    </article>
  )
}

/** Pages about registries, which end with links to create or find one. */
const pathsWithLinks = new Set([
  '/benefits',
  '/discover-more',
  '/funding',
  '/how-it-works',
  '/invitations',
  '/travel-experiences',
])

/** The site's own content above the shop's text. */
function ownContentOf({ path, html }: { path: string; html: string }) {
  // If the shop's text has a numbered list, it explains the steps itself.
  if (path === '/how-it-works' && !html.includes('<ol'))
    return (
      <TitledSection title={m.site_steps_lead()}>
        <HowItWorksSteps />
      </TitledSection>
    )
  if (path === '/benefits')
    return (
      <TitledSection title={m.site_benefits_lead()}>
        <BenefitList />
      </TitledSection>
    )
  return null
}

/** The heading is for screen readers only. */
function TitledSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="sr-only">{title}</h2>
      {children}
    </section>
  )
}

function ChildPages({ pages }: { pages: ArticleTeaser[] }) {
  if (pages.length === 0) return null
  return (
    <nav aria-labelledby="below" className="mt-12">
      <h2 id="below" className="mb-6 text-2xl">
        {m.site_read_on()}
      </h2>
      <ArticleCards articles={pages} columns={2} titleLevel="h3" />
    </nav>
  )
}
