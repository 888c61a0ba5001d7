import { classNames } from '../style/class-names.ts'
import { type PictureName, pictureUrls } from './pictures.ts'

/** An emoji of `size` CSS pixels; decorative unless `alt` describes it. */
export function Picture(props: {
  name: PictureName
  size: number
  alt?: string
  /** Loads at once: for what is seen first. */
  eager?: boolean
  /** Loads before everything else: the largest picture that is seen first. */
  priority?: boolean
  className?: string
}) {
  const { name, size, alt = '', eager = false, priority = false, className } = props
  return (
    <img
      src={pictureUrls[name]}
      width={size}
      height={size}
      alt={alt}
      loading={eager || priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      className={classNames(size < 64 ? 'object-shadow-small' : 'object-shadow', className)}
    />
  )
}
