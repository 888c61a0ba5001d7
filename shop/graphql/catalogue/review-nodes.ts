import { averageRating, insertReview, type Review } from '../../catalogue/reviews.ts'
import { errorNode, type QueryContext } from '../common-nodes.ts'
import { type PageArgs, toConnection } from '../connection.ts'

interface ReviewArgs extends PageArgs {
  sort?: 'HIGHEST_RATING' | 'LOWEST_RATING' | 'NEWEST' | 'OLDEST' | null
  filters?: { rating?: { minRating?: number | null; maxRating?: number | null } | null } | null
}

export async function reviewSummaryNode(ctx: QueryContext, productId: number) {
  const reviews = (await ctx.reviews()).get(productId) ?? []
  return {
    numberOfReviews: reviews.length,
    summationOfRatings: reviews.reduce((sum, review) => sum + review.rating, 0),
    averageRating: averageRating(reviews),
  }
}

export async function reviewConnection(ctx: QueryContext, productId: number, args: ReviewArgs) {
  const { minRating, maxRating } = args.filters?.rating ?? {}
  const matching = ((await ctx.reviews()).get(productId) ?? []).filter(
    review => review.rating >= (minRating ?? 1) && review.rating <= (maxRating ?? 5),
  )
  return toConnection(sortReviews(matching, args.sort ?? 'NEWEST'), args, review => ({
    entityId: review.id,
    author: { name: review.author },
    title: review.title,
    text: review.text,
    rating: review.rating,
    createdAt: { utc: review.created.toISOString() },
  }))
}

/** The newest come first already. */
function sortReviews(reviews: Review[], sort: NonNullable<ReviewArgs['sort']>): Review[] {
  if (sort === 'NEWEST') return reviews
  if (sort === 'OLDEST') return [...reviews].reverse()
  const direction = sort === 'HIGHEST_RATING' ? -1 : 1
  return [...reviews].sort((one, other) => direction * (one.rating - other.rating))
}

interface AddReviewInput {
  productEntityId: number
  review: { author: string; title: string; text: string; rating: number }
}

/** A review is shown at once: the shop has nobody to approve it. */
export async function addProductReview(ctx: QueryContext, input: AddReviewInput) {
  const { author, title, text, rating } = input.review
  const product = ctx.catalogue.visibleProducts.find(({ id }) => id === Number(input.productEntityId))
  if (!product) return { errors: [errorNode('ProductIdNotFoundError', 'The product was not found.')] }
  const fields = wrongFields(input)
  if (fields.length > 0)
    return {
      errors: [
        {
          ...errorNode(
            'InvalidInputFieldsError',
            'A review has an author, a title, a text and 1 to 5 stars.',
          ),
          fields,
        },
      ],
    }
  const isNew = await insertReview(ctx.store.db, {
    productId: product.id,
    customerId: ctx.caller.customer?.id ?? null,
    author: author.trim().slice(0, 100),
    title: title.trim().slice(0, 200),
    text: text.trim().slice(0, 5000),
    rating,
    created: ctx.store.now(),
  })
  return {
    errors: isNew
      ? []
      : [errorNode('CustomerAlreadyReviewedProductError', 'You have reviewed this product already.')],
  }
}

function wrongFields({ review }: AddReviewInput): string[] {
  const empty = (['author', 'title', 'text'] as const).filter(field => review[field].trim() === '')
  return review.rating >= 1 && review.rating <= 5 ? empty : [...empty, 'rating']
}
