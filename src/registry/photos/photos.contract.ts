import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { boundedText, emptyObject, text } from '../../base/fields.ts'

export const maxLetterPhotos = 6
export const maxAltLength = 140

const alt = boundedText({ max: maxAltLength, long: 'photos_alt_long' })

export const addPhoto = endpoint({
  method: 'POST',
  path: '/registry/photo/add',
  who: 'customer',
  message: 'registry_updated',
  summary: 'Adds a photograph to the letter, or sets the one of what the gifts became.',
  input: z.object({
    id: text(),
    role: z.enum(['afterwards', 'letter']),
    /** JPEG, PNG or WebP, at most 3 MB. */
    picture: z.optional(z.instanceof(Blob, { error: 'picture_type' })),
    alt: z.optional(alt),
  }),
  reply: emptyObject,
})

export const changePhoto = endpoint({
  method: 'POST',
  path: '/registry/photo/change',
  who: 'customer',
  message: 'registry_updated',
  keepsEmpty: true,
  summary: 'Describes, moves or removes a photograph; without its band a cover stands in the arch.',
  input: z.object({
    id: text(),
    /** The path of its large version, as in `photos` of the registry. */
    photo: text(),
    alt: z.optional(alt),
    act: z.optional(z.enum(['earlier', 'later', 'remove'])),
  }),
  reply: emptyObject,
})
