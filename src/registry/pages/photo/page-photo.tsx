import { smallShare } from '../../photo.rules.ts'
import type { PhotoView } from '../../registry.contract.ts'

/** Attributes of an `img` with both versions of a photo; `sizes` says how wide it is shown. */
function photoSources({ large, small, width, height }: PhotoView, sizes: string) {
  return {
    src: large,
    srcSet: `${small} ${Math.round(width * smallShare)}w, ${large} ${width}w`,
    sizes,
    width,
    height,
  }
}

interface PagePhotosProps {
  photos: PhotoView[]
  place: PhotoView['role']
  alt: string
}

/** Loaded only on pages that have photographs. */
export default function PagePhotos({ photos, place, alt }: PagePhotosProps) {
  const shown = photos.filter(({ role }) => role === place)
  if (place === 'letter')
    return (
      <ul className="letter-photos no-print">
        {shown.map(photo => (
          <li key={photo.large}>
            <img {...photoSources(photo, '(width < 48rem) 30vw, 10.5rem')} alt={photo.alt} loading="lazy" />
          </li>
        ))}
      </ul>
    )
  return shown.map(photo =>
    place === 'cover' ? (
      <img
        key={photo.large}
        {...photoSources(photo, '(width < 78rem) 94vw, 75rem')}
        alt={alt}
        fetchPriority="high"
        className="size-full object-cover"
      />
    ) : (
      <img
        key={photo.large}
        {...photoSources(photo, '(width < 48rem) 92vw, 35rem')}
        alt={photo.alt}
        loading="lazy"
        className="mt-4 h-auto w-full max-w-[35rem] rounded-tile"
      />
    ),
  )
}
