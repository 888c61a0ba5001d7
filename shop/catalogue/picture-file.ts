import { productScenes } from './pictures/product-scenes.ts'

/** The file of a product's picture: a cut-out unless its name says otherwise. */
export const pictureFile = (image: string): string => (image.includes('.') ? image : `${image}.webp`)

/** Whether a product's picture shows it on white. */
export const isPackShot = (image: string): boolean =>
  productScenes[image.replace(/\.jpg$/, '')]?.place === 'white'
