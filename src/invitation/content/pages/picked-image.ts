import { type ChangeEvent, useEffect, useState } from 'react'
import { shrinkImage } from '../../../ui/media/shrink-image.ts'

const nothingPicked = { url: null, isInvalid: false }

/**
 * The image to preview: the saved one, the one just picked in a file field, or none. A picked image is shrunk before
 * it is uploaded; `isInvalid` when the file is no image.
 */
export function usePickedImage(savedUrl: string | null) {
  const [picked, setPicked] = useState<{ url: string | null; isInvalid: boolean }>(nothingPicked)
  const [isHidden, setHidden] = useState(false)
  const { url, isInvalid } = picked
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url])
  const onPick = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (!file) return setPicked(nothingPicked)
    try {
      const small = await shrinkImage(file)
      const files = new DataTransfer()
      files.items.add(new File([small], file.name, { type: small.type }))
      target.files = files.files
      setPicked({ url: URL.createObjectURL(small), isInvalid: false })
    } catch {
      setPicked({ url: null, isInvalid: true })
    }
  }
  return { previewUrl: url ?? (isHidden ? null : savedUrl), isInvalid, onPick, setHidden }
}
