/** The file of a product's picture: a rendered one has its whole name, a cut-out the name of the emoji. */
export const pictureFile = (image: string): string => (isRendered(image) ? image : `${image}.webp`)

/** Whether a product's picture is one of our own, which fills its tile. */
export const isRendered = (image: string): boolean => image.endsWith('.webp')
