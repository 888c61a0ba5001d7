import type { LiveProduct } from './live-catalogue.ts'
import type { ProductPicture } from './types.ts'

/** The pictures of a product: the catalogue's own, until others are written. */
export const picturesOf = (product: LiveProduct): ProductPicture[] =>
  product.pictures ??
  (product.image
    ? [{ id: product.id, image_url: '', description: product.name.en, is_thumbnail: true, sort_order: 0 }]
    : [])
