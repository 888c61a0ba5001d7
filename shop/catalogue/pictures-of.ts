import type { LiveProduct } from './live-catalogue.ts'
import type { ProductPicture, ProductVariant } from './types.ts'

/** The id of a product's second picture is the product's id and this. */
const secondPictureIds = 1_000_000

/** The pictures of a product: the catalogue's own, until others are written. */
export const picturesOf = (product: LiveProduct): ProductPicture[] =>
  product.pictures ??
  [product.image, product.nearerImage ?? '']
    .filter(image => image !== '')
    .map((image_url, index) => ({
      id: product.id + index * secondPictureIds,
      image_url,
      description: '',
      is_thumbnail: index === 0,
      sort_order: index,
    }))

/** The address of a picture: that of the catalogue's file of this name, or the one that was written. */
export const pictureAddress = (baseUrl: string, picture: string): string =>
  picture.includes(':') ? picture : `${baseUrl}/images/${picture}`

/** The address of the picture that a variant has beside its product's; null without one. */
export function variantPicture({ baseUrl }: { baseUrl: string }, { details }: ProductVariant): string | null {
  const picture = details?.image_url
  return typeof picture === 'string' && picture ? pictureAddress(baseUrl, picture) : null
}
