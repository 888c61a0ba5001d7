import sharp from 'sharp'
import { type DecodingTask, decodeUpload } from './decoding-service.ts'

// A process of its own, started by `decoder-service.ts`: one upload after another on one thread, and nothing kept of them.
sharp.concurrency(1)
sharp.cache(false)
process.on('message', async (task: DecodingTask) => process.send?.(await decodeUpload(task)))
