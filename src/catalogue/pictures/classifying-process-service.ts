import sharp from 'sharp'
import { type ClassifyingTask, classifyPicture } from './classifying-service.ts'

// A process of its own, started by `service.ts`: one picture after another on one thread, and nothing kept of them.
sharp.concurrency(1)
sharp.cache(false)
process.on('message', async (task: ClassifyingTask) => process.send?.(await classifyPicture(task)))
