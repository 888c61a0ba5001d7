import { m } from '../../paraglide/messages.js'
import { listEventTypes } from '../../registry/event-type.contract.ts'
import { Link } from '../../ui/page/link.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { tryCall } from '../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { ShopHtml } from '../../ui/text/shop-html.tsx'
import { getShopPage } from '../content.contract.ts'
import type { Route } from './+types/articles-page'
import {
  ArticleCards,
  ArticlePicture,
  type ArticleTeaser,
  FeaturedArticle,
  PublishedDate,
} from './article-cards.tsx'
import { loadShopPage } from './content-pictures.ts'
import { CreateOrFindLinks } from './home-parts.tsx'
import { breadcrumbStructuredData } from './structured-data.ts'

const maxRelatedArticles = 3

/** One of the shop's sections with its articles, or one article with others of its section (R803). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { children, ...page } = await loadShopPage(ctx, url.pathname)
  const [, sectionName, articleName] = page.path.split('/')
  if (!articleName) return { page, section: null, articles: children, eventType: undefined }
  const [{ done: section }, { done: eventTypes }] = await Promise.all([
    tryCall(() => ctx.call(getShopPage, { path: `/${sectionName}`, lang: ctx.language })),
    tryCall(() => ctx.call(listEventTypes, { lang: ctx.language })),
  ])
  const related = [...children, ...otherArticles(section?.children ?? [], page.path)]
  return {
    page,
    section: section && { title: section.title, path: section.path },
    articles: related.slice(0, maxRelatedArticles),
    eventType: eventTypes?.find(({ slug }) => slug === articleName)?.slug,
  }
}

/** The articles after this one, then those before it. */
function otherArticles(articles: ArticleTeaser[], path: string): ArticleTeaser[] {
  const index = articles.findIndex(article => article.path.split('?')[0] === path)
  return [...articles.slice(index + 1), ...articles.slice(0, Math.max(0, index))]
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const root = matches[0].loaderData
  if (!root || !loaderData) return []
  const { page, section } = loaderData
  const { title, summary: description, path } = page
  const { language, site } = root
  const common = { title, description, path, language, site }
  const forArticle = { picture: `/share${path}/${language}.jpg`, article: { published: page.published } }
  const steps = [...(section ? [section] : []), { title, path }]
  return [
    ...buildPageMeta(isArticle(path) ? { ...common, ...forArticle } : common),
    breadcrumbStructuredData(site, language, steps),
  ]
}

const isArticle = (path: string) => path.split('/').length === 3

export default function ArticlesPage({ loaderData }: Route.ComponentProps) {
  const { page, section, articles, eventType } = loaderData
  if (isArticle(page.path))
    return <Article page={page} section={section} related={articles} eventType={eventType} />
  return (
    <div className="measure pt-10 pb-20 md:pt-14">
      <h1 className="text-[2rem] leading-tight md:text-3xl">{page.title}</h1>
      <ShopHtml html={page.html} className="mt-3 text-lg" />
      <div className="mt-10 md:mt-12">
        <ArticleList articles={articles} hasFeatured={page.path !== '/events'} />
      </div>
      <div className="mt-14 border-t border-line pt-2">
        <CreateOrFindLinks className="mt-10" />
      </div>
    </div>
  )
}

/** Events are all the same size; in other sections the first article is featured. */
function ArticleList({ articles, hasFeatured }: { articles: ArticleTeaser[]; hasFeatured: boolean }) {
  const [first, ...rest] = articles
  if (!first) return null
  if (!hasFeatured) return <ArticleCards articles={articles} columns={4} eagerCount={4} />
  return (
    <div className="grid gap-12">
      <FeaturedArticle article={first} />
      {rest.length > 0 && <ArticleCards articles={rest} columns={rest.length % 3 === 0 ? 3 : 2} />}
    </div>
  )
}

function Article(props: {
  page: { title: string; path: string; html: string; picture: string | null; published: string | null }
  section: { title: string; path: string } | null
  related: ArticleTeaser[]
  /** The slug of the event type that the article is about. */
  eventType: string | undefined
}) {
  const { page, section, related, eventType } = props
  return (
    <div className="measure pt-8 pb-20 md:pt-12">
      <article className="grid gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_27rem] lg:grid-rows-[auto_1fr]">
        <header className="max-w-2xl">
          {section && (
            <p className="mb-2">
              <Link to={section.path} variant="strong" className="reach">
                {section.title}
              </Link>
            </p>
          )}
          <h1 className="text-[2rem] leading-tight md:text-3xl">{page.title}</h1>
          {page.published && (
            <div className="mt-3">
              <PublishedDate day={page.published} />
            </div>
          )}
        </header>
        <ArticlePicture
          path={page.path}
          picture={page.picture}
          isEager
          className="max-w-2xl lg:sticky lg:top-10 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start"
        />
        <div>
          <ShopHtml html={page.html} className="text-lg" />
          <CreateOrFindLinks type={eventType} className="mt-10" />
        </div>
      </article>
      {related.length > 0 && (
        <nav aria-labelledby="related" className="mt-16 border-t border-line pt-10">
          <h2 id="related" className="mb-7 text-2xl">
            {m.site_read_on()}
          </h2>
          <ArticleCards articles={related} titleLevel="h3" />
        </nav>
      )}
    </div>
  )
}
