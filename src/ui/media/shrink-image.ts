const longestSide = 2000

/** The picture as a JPEG of at most 2000 pixels a side, because phones take pictures far beyond 3 MB (R227). Throws for a file that is no picture. */
export async function shrinkImage(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const context2d = canvas.getContext('2d')
  if (!context2d) return file
  context2d.fillStyle = '#fffdf9'
  context2d.fillRect(0, 0, canvas.width, canvas.height)
  context2d.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('the canvas is empty'))),
      'image/jpeg',
      0.9,
    ),
  )
}
