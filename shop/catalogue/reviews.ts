import type { Queryable } from '../database.ts'

export interface Review {
  id: number
  productId: number
  author: string
  title: string
  text: string
  /** From 1 to 5. */
  rating: number
  created: Date
}

/** The reviews of each product that has any, the newest first. */
export type ReviewsByProduct = Map<number, Review[]>

export async function findReviews(db: Queryable): Promise<ReviewsByProduct> {
  const { rows } = await db.query<Review>(
    `select id, product_id as "productId", author, title, text, rating, created from shop.review
     order by created desc, id desc`,
  )
  return Map.groupBy(rows, review => review.productId)
}

/** The average of a product's ratings; 0 without any. */
export function averageRating(reviews: Review[] = []): number {
  const sum = reviews.reduce((total, review) => total + review.rating, 0)
  return reviews.length === 0 ? 0 : Math.round((sum / reviews.length) * 100) / 100
}

export interface NewReview {
  productId: number
  customerId: number | null
  author: string
  title: string
  text: string
  rating: number
  created: Date
}

/** False when the customer has reviewed the product before. */
export async function insertReview(db: Queryable, review: NewReview): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into shop.review (product_id, customer_id, author, title, text, rating, created)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [
      review.productId,
      review.customerId,
      review.author,
      review.title,
      review.text,
      review.rating,
      review.created,
    ],
  )
  return rowCount === 1
}
