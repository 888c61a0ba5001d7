import { classNames } from '../style/class-names.ts'
import { type PictureName, pictureUrls } from './pictures.ts'

export type { PictureName }

/** A picture of an object, at `size` CSS pixels; without words unless `alt` gives some. */
export function Picture(props: {
  name: PictureName
  size: number
  alt?: string
  /** For what is seen first: loads at once. */
  soon?: boolean
  /** The largest thing that is seen first: before everything else. */
  first?: boolean
  className?: string
}) {
  const { name, size, alt = '', soon = false, first = false, className } = props
  return (
    <img
      src={pictureUrls[name]}
      width={size}
      height={size}
      alt={alt}
      loading={soon || first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
      className={classNames(size < 64 ? 'object-shadow-small' : 'object-shadow', className)}
    />
  )
}
