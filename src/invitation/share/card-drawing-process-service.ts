import sharp from 'sharp'
import { type DrawingTask, drawShareCard } from './card-drawing-service.ts'

// A process of its own, started by `service.ts`: one card after another on one thread, and nothing kept of them.
sharp.concurrency(1)
sharp.cache(false)
process.on('message', async (task: DrawingTask) => process.send?.(await drawShareCard(task)))
