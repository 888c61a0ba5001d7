import sharp from 'sharp'
import type { PictureTask } from '../server/context/picture-process.ts'

// A process of its own, started by `picture-process.ts` with the name of its task: one picture after another on one
// thread, and nothing kept of them. It loads what its task needs alone.
const tasks: Record<PictureTask, () => Promise<(task: never) => Promise<object>>> = {
  decode: async () => (await import('../registry/decoding.ts')).decodeUpload,
  draw: async () => (await import('../invitation/share/card-drawing.ts')).drawShareCard,
  classify: async () => (await import('../catalogue/classifying.ts')).classifyPicture,
}

sharp.concurrency(1)
sharp.cache(false)
const work = tasks[process.argv[2] as PictureTask]()
process.on('message', async task => process.send?.(await (await work)(task as never)))
