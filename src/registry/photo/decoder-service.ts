import { resolve } from 'node:path'
import { createDecoder } from '../../server/context/decoder.ts'
import type { DecodedPicture, DecodingTask } from './decoding-service.ts'

/** Decodes an upload in a process of its own. Throws `refused_busy` 503 when too many wait, or it takes too long. */
export const decodeApart = createDecoder<DecodingTask, DecodedPicture>(
  resolve('src/registry/photo/decoder-process-service.ts'),
)
