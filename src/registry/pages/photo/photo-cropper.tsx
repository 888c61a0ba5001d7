import 'react-image-crop/dist/ReactCrop.css'
import { useState } from 'react'
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop'
import { m } from '../../../paraglide/messages.js'
import type { PhotoCrop } from '../../photo.rules.ts'

/** Chooses the square of a photo by dragging or with the arrow keys, at first in the middle. */
export default function PictureCropper(props: { url: string; onCrop: (crop: PhotoCrop) => void }) {
  const { url, onCrop } = props
  const [crop, setCrop] = useState<PercentCrop>()
  const choose = (chosen: PercentCrop) => {
    setCrop(chosen)
    onCrop({ x: chosen.x / 100, y: chosen.y / 100, side: chosen.width / 100 })
  }
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="font-semibold">{m.hosting_picture_crop()}</figcaption>
      <ReactCrop
        {...(crop && { crop })}
        aspect={1}
        minWidth={40}
        keepSelection
        ruleOfThirds
        onChange={(_, chosen) => choose(chosen)}
        ariaLabels={{
          cropArea: m.hosting_picture_crop_area(),
          nwDragHandle: m.hosting_picture_crop_corner(),
          nDragHandle: m.hosting_picture_crop_corner(),
          neDragHandle: m.hosting_picture_crop_corner(),
          eDragHandle: m.hosting_picture_crop_corner(),
          seDragHandle: m.hosting_picture_crop_corner(),
          sDragHandle: m.hosting_picture_crop_corner(),
          swDragHandle: m.hosting_picture_crop_corner(),
          wDragHandle: m.hosting_picture_crop_corner(),
        }}
        className="self-start overflow-hidden rounded-tile"
      >
        <img
          src={url}
          alt=""
          className="max-h-96"
          onLoad={({ currentTarget: { width, height } }) =>
            choose(centerCrop(makeAspectCrop({ unit: '%', width: 90 }, 1, width, height), width, height))
          }
        />
      </ReactCrop>
    </figure>
  )
}
