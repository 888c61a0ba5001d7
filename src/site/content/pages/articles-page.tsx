import { m } from '../../../paraglide/messages.js'
import { Link } from '../../../ui/page/link.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { ShopHtml } from '../../../ui/text/shop-html.tsx'
import { CreateOrFindLinks } from '../../home/pages/create-or-find-links.tsx'
import { breadcrumbStructuredData } from '../../seo/pages/structured-data.ts'
import { getShopPage } from '../contract.ts'
import { landingEventTypes } from '../rules.ts'
import type { Route } from './+types/articles-page'
import {
  ArticleCards,
  ArticlePicture,
  type ArticleTeaser,
  FeaturedArticle,
  PublishedDate,
} from './article-cards.tsx'
import { loadShopPage } from './load-shop-page.ts'

const relatedMost = 3

/** A list of the shop's articles, or one of them with others of its list. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { children, ...page } = await loadShopPage(ctx, url.pathname)
  const [, room, name] = page.path.split('/')
  if (!name) return { page, list: null, articles: children }
  const { done } = await tryCall(() => ctx.call(getShopPage, { path: `/${room}`, lang: ctx.language }))
  const list = done && { title: done.title, path: done.path }
  return {
    page,
    list,
    articles: [...children, ...others(done?.children ?? [], page.path)].slice(0, relatedMost),
  }
}

/** Those that follow it in the list, and then those from its beginning. */
function others(articles: ArticleTeaser[], path: string): ArticleTeaser[] {
  const index = articles.findIndex(article => article.path.split('?')[0] === path)
  return [...articles.slice(index + 1), ...articles.slice(0, Math.max(0, index))]
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const root = matches[0].loaderData
  if (!root || !loaderData) return []
  const { page, list } = loaderData
  const { title, summary: description, path } = page
  const { language, site } = root
  const shared = { title, description, path, language, site }
  const own = { picture: `/share${path}/${language}.jpg`, article: { published: page.published } }
  const steps = [...(list ? [list] : []), { title, path }]
  return [
    ...buildPageMeta(isArticle(path) ? { ...shared, ...own } : shared),
    breadcrumbStructuredData(site, language, steps),
  ]
}

const isArticle = (path: string) => path.split('/').length === 3

export default function ArticlesPage({ loaderData }: Route.ComponentProps) {
  const { page, list, articles } = loaderData
  if (isArticle(page.path)) return <Article page={page} list={list} related={articles} />
  return (
    <div className="measure pt-10 pb-20 md:pt-14">
      <h1 className="text-[2rem] leading-tight md:text-3xl">{page.title}</h1>
      <ShopHtml html={page.html} className="mt-3 text-lg" />
      <div className="mt-10 md:mt-12">
        <List articles={articles} isEven={page.path === '/events'} />
      </div>
      <div className="mt-14 border-t border-line pt-2">
        <CreateOrFindLinks className="mt-10" />
      </div>
    </div>
  )
}

/** Its first article stands out, unless all weigh the same. */
function List({ articles, isEven }: { articles: ArticleTeaser[]; isEven: boolean }) {
  const [first, ...rest] = articles
  if (!first) return null
  if (isEven) return <ArticleCards articles={articles} columns={4} soon={4} />
  return (
    <div className="grid gap-12">
      <FeaturedArticle article={first} />
      {rest.length > 0 && <ArticleCards articles={rest} columns={rest.length % 3 === 0 ? 3 : 2} />}
    </div>
  )
}

function Article(props: {
  page: { title: string; path: string; html: string; picture: string | null; published: string | null }
  list: { title: string; path: string } | null
  related: ArticleTeaser[]
}) {
  const { page, list, related } = props
  const name = page.path.split('/')[2]
  return (
    <div className="measure pt-8 pb-20 md:pt-12">
      <article className="grid gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_27rem] lg:grid-rows-[auto_1fr]">
        <header className="max-w-2xl">
          {list && (
            <p className="mb-2">
              <Link to={list.path} variant="weight" className="inline-flex min-h-8 items-center">
                {list.title}
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
          soon
          className="max-w-2xl lg:sticky lg:top-10 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start"
        />
        <div>
          <ShopHtml html={page.html} className="text-lg" />
          <CreateOrFindLinks type={landingEventTypes.find(type => type === name)} className="mt-10" />
        </div>
      </article>
      {related.length > 0 && (
        <nav aria-labelledby="related" className="mt-16 border-t border-line pt-10">
          <h2 id="related" className="mb-7 text-2xl">
            {m.site_read_on()}
          </h2>
          <ArticleCards articles={related} headings="h3" />
        </nav>
      )}
    </div>
  )
}
