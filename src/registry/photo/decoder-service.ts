import { resolve } from 'node:path'
import { createPictureProcess } from '../../server/context/picture-process.ts'
import type { DecodedPicture, DecodingTask } from './decoding-service.ts'

/** Decodes an upload in a process of its own. Throws `refused_busy` 503 when too many wait, or it takes too long. */
export const decodeApart = createPictureProcess<DecodingTask, DecodedPicture>(
  resolve('src/registry/photo/decoder-process-service.ts'),
)
