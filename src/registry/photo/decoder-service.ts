import { type ChildProcess, fork } from 'node:child_process'
import { resolve } from 'node:path'
import type { DecodedPicture, DecodingTask } from './decoding-service.ts'

const program = resolve('src/registry/photo/decoder-process-service.ts')
/** How long the process waits for another upload before it ends and gives its memory back (ms). */
const idleMs = 10_000
/** How long one upload may take (ms); sharp stops by itself before. */
const maxMs = 30_000

let decoder: ChildProcess | undefined
let idleTimer: NodeJS.Timeout | undefined

/**
 * Decodes an upload in a process of its own, which knows no secret: decoding takes up to 200 MB for a moment, and a file
 * that breaks the decoder ends that process only. The caller sees to it that there is one upload at a time.
 */
export async function decodeApart(task: DecodingTask): Promise<DecodedPicture> {
  clearTimeout(idleTimer)
  const child = decoder?.connected ? decoder : startDecoder()
  decoder = child
  try {
    return await askDecoder(child, task)
  } finally {
    // Without its channel it ends by itself.
    idleTimer = setTimeout(() => child.connected && child.disconnect(), idleMs).unref()
  }
}

function startDecoder(): ChildProcess {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name === 'PATH' || name.startsWith('MALLOC_')),
  )
  const child = fork(program, {
    env,
    execArgv: ['--max-semi-space-size=2'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // The site ends without waiting for it, and it ends when the site is gone.
  child.unref()
  child.channel?.unref()
  return child
}

function askDecoder(child: ChildProcess, task: DecodingTask): Promise<DecodedPicture> {
  const { promise, resolve: answer, reject } = Promise.withResolvers<DecodedPicture>()
  const limit = setTimeout(() => child.kill('SIGKILL'), maxMs)
  const end = () => answer({ problem: 'broken' })
  child.once('message', answer)
  child.once('exit', end)
  child.once('error', reject)
  child.send(task, error => error && reject(error))
  return promise.finally(() => {
    clearTimeout(limit)
    child.off('message', answer).off('exit', end).off('error', reject)
  })
}
