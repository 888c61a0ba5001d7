import { formatDay } from '../../../base/dates.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { Tile } from '../../../ui/media/tile.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import { contentPicture } from './content-pictures.ts'

/** An article as a list shows it. */
export interface ArticleTeaser {
  title: string
  path: string
  summary: string
  picture: string | null
  published: string | null
}

const columns: Record<2 | 3 | 4, string> = {
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-2 lg:grid-cols-3',
  4: 'sm:grid-cols-2 lg:grid-cols-4',
}

/** Articles side by side, each a picture with its title and a sentence or two. */
export function ArticleCards(props: {
  articles: ArticleTeaser[]
  columns?: 2 | 3 | 4
  /** So many of them are seen at once: their pictures don't wait. */
  soon?: number
  /** One below the heading that they stand under. */
  headings?: 'h2' | 'h3'
}) {
  return (
    <ul className={classNames('grid gap-x-7 gap-y-10', columns[props.columns ?? 3])}>
      {props.articles.map((article, index) => (
        <li key={article.path}>
          <ArticleCard article={article} heading={props.headings ?? 'h2'} soon={index < (props.soon ?? 0)} />
        </li>
      ))}
    </ul>
  )
}

/** The first of a list: larger, its words beside its picture. */
export function FeaturedArticle({ article }: { article: ArticleTeaser }) {
  return <ArticleCard article={article} heading="h2" soon wide />
}

function ArticleCard(props: { article: ArticleTeaser; heading: 'h2' | 'h3'; soon: boolean; wide?: boolean }) {
  const { article, heading: Heading, soon, wide = false } = props
  return (
    <Link
      to={article.path}
      className={classNames(
        'group block',
        wide && 'grid items-center gap-x-8 lg:gap-x-12 gap-y-5 md:grid-cols-2 lg:grid-cols-[7fr_5fr]',
      )}
    >
      <ArticlePicture
        path={article.path}
        picture={article.picture}
        soon={soon}
        className="group-hover:brightness-97"
      />
      <div className={wide ? '' : 'mt-4'}>
        {article.published && <PublishedDate day={article.published} />}
        <Heading
          className={classNames(
            'decoration-1 underline-offset-4 group-hover:underline',
            wide ? 'text-[1.75rem] leading-tight lg:text-3xl' : 'text-[1.375rem] leading-snug',
          )}
        >
          {article.title}
        </Heading>
        <p className={classNames('mt-2 text-soft', wide && 'text-lg')}>{article.summary}</p>
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

/** The picture that the shop keeps beside the text; without one, the object of that part of the site. */
export function ArticlePicture(props: {
  path: string
  picture: string | null
  soon?: boolean
  className?: string
}) {
  const { path, picture, soon = false, className } = props
  const shape = classNames('aspect-3/2 w-full rounded-tile', className)
  if (picture)
    return (
      <img
        src={picture}
        alt=""
        width={960}
        height={640}
        loading={soon ? 'eager' : 'lazy'}
        decoding="async"
        className={classNames('bg-sand object-cover', shape)}
      />
    )
  const { tone, picture: object } = contentPicture(path)
  return (
    <Tile tone={tone} shape="gate" className={shape}>
      <Picture name={object} size={128} soon={soon} className="h-auto w-1/4" />
    </Tile>
  )
}
