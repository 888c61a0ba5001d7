import { formatDay } from '../../base/dates.ts'
import type { ReplyOf } from '../../base/endpoint.ts'
import { Picture, Tile } from '../../ui/media/product-tile.tsx'
import { Link } from '../../ui/page/link.tsx'
import { useLanguage } from '../../ui/page/site-data.ts'
import { classNames } from '../../ui/style/class-names.ts'
import type { getShopPage } from '../content.contract.ts'
import { contentPicture } from './content-pictures.ts'

export type ArticleTeaser = ReplyOf<typeof getShopPage>['children'][number]

const columns: Record<2 | 3 | 4, string> = {
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-2 lg:grid-cols-3',
  4: 'sm:grid-cols-2 lg:grid-cols-4',
}

export function ArticleCards(props: {
  articles: ArticleTeaser[]
  columns?: 2 | 3 | 4
  /** How many pictures, from the first, are loaded eagerly. */
  eagerCount?: number
  /** The level of the titles: one below the heading over the grid. */
  titleLevel?: 'h2' | 'h3'
}) {
  return (
    <ul className={classNames('grid gap-x-7 gap-y-10', columns[props.columns ?? 3])}>
      {props.articles.map((article, index) => (
        <li key={article.path}>
          <ArticleCard
            article={article}
            titleLevel={props.titleLevel ?? 'h2'}
            isEager={index < (props.eagerCount ?? 0)}
          />
        </li>
      ))}
    </ul>
  )
}

/** The first article of a list: larger, with its text beside its picture. */
export function FeaturedArticle({ article }: { article: ArticleTeaser }) {
  return <ArticleCard article={article} titleLevel="h2" isEager isWide />
}

function ArticleCard(props: {
  article: ArticleTeaser
  titleLevel: 'h2' | 'h3'
  isEager: boolean
  isWide?: boolean
}) {
  const { article, titleLevel: Title, isEager, isWide = false } = props
  return (
    <Link
      to={article.path}
      className={classNames(
        'group block',
        isWide && 'grid items-center gap-x-8 lg:gap-x-12 gap-y-5 md:grid-cols-2 lg:grid-cols-[7fr_5fr]',
      )}
    >
      <ArticlePicture
        path={article.path}
        picture={article.picture}
        isEager={isEager}
        className="group-hover:brightness-97"
      />
      <div className={isWide ? '' : 'mt-4'}>
        {article.published && <PublishedDate day={article.published} />}
        <Title
          className={classNames(
            'decoration-1 underline-offset-4 group-hover:underline',
            isWide ? 'text-[1.75rem] leading-tight lg:text-3xl' : 'text-[1.375rem] leading-snug',
          )}
        >
          {article.title}
        </Title>
        <p className={classNames('mt-2 text-soft', isWide && 'text-lg')}>{article.summary}</p>
      </div>
    </Link>
  )
}

export function PublishedDate({ day }: { day: string }) {
  const language = useLanguage()
  return (
    <p className="mb-1.5 text-sm text-soft">
      <time dateTime={day}>{formatDay(day, language)}</time>
    </p>
  )
}

/** The shop's picture of the article, else the drawing of its section. */
export function ArticlePicture(props: {
  path: string
  picture: string | null
  isEager?: boolean
  className?: string
}) {
  const { path, picture, isEager = false, className } = props
  const shape = classNames('aspect-3/2 w-full rounded-tile', className)
  if (picture)
    return (
      <img
        src={picture}
        alt=""
        width={960}
        height={640}
        loading={isEager ? 'eager' : 'lazy'}
        decoding="async"
        className={classNames('bg-sand object-cover', shape)}
      />
    )
  const { tone, picture: pictureName } = contentPicture(path)
  return (
    <Tile tone={tone} shape="gate" className={shape}>
      <Picture name={pictureName} size={128} eager={isEager} className="h-auto w-1/4" />
    </Tile>
  )
}
