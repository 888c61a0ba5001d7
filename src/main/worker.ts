import type { WorkerTask } from '../server/context/worker-process.ts'

// A process of its own, started by `worker-process.ts` with the name of its task: one file after another on one thread,
// and nothing kept of them. It loads what its task needs alone.
const tasks: Record<WorkerTask, () => Promise<(task: never) => Promise<object>>> = {
  decode: async () => (await import('../registry/decoding.ts')).decodeUpload,
  draw: async () => (await import('../invitation/share/card-drawing.ts')).drawShareCard,
  classify: async () => (await import('../catalogue/classifying.ts')).classifyPicture,
  workbook: async () => (await import('../invitation/import/workbook.ts')).readWorkbook,
}

const name = process.argv[2] as WorkerTask
if (name !== 'workbook') {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
}
const work = tasks[name]()
process.on('message', async task => process.send?.(await (await work)(task as never)))
