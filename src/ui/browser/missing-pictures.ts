/** Stands for a product's picture that is not there. */
export const noPicture = '/no-picture.svg'

/**
 * Runs in the document before the first paint: a picture of the shop that does not load gives way to ours, before React
 * runs and without it (R245). Ours itself is not replaced.
 */
export const missingPicturesScript = `addEventListener("error", ({ target }) => {
  if (target.classList?.contains("product-picture") && !target.src.endsWith("${noPicture}")) {
    target.removeAttribute("srcset")
    target.src = "${noPicture}"
  }
}, true);
`
