/** The file of a product's picture: a cut-out unless its name says otherwise. */
export const pictureFile = (image: string): string => (image.includes('.') ? image : `${image}.webp`)
