import { type ChildProcess, fork } from 'node:child_process'
import { resolve } from 'node:path'
import { AppError } from '../../base/app-error.ts'
import { createWorkLimit } from '../../base/work-limit.ts'

/** How long the process waits for another file before it ends and gives its memory back (ms). */
const idleMs = 10_000
/** How long one file may take (ms), the start of the process included, which takes most of it on a busy machine. */
const maxMs = 30_000

/** What `src/main/worker.ts` does. */
export type WorkerTask = 'decode' | 'draw' | 'classify' | 'workbook'

/** A file that can't be read or drawn: the process said so, or ended while it worked on it. */
interface BrokenFile {
  problem: 'broken'
}

/**
 * Runs a function that takes much memory, or reads strangers' files, in a child process that has no secrets, takes
 * up to 200 MB for a moment and ends when idle. A file that ends the process is `broken`. Throws
 * `refused_busy` 503 when too many wait, and when one takes longer than `longestMs`: a good file does so on a
 * busy machine. Answers are not numbered, because the process works on one file at a time.
 */
export function createWorkerProcess<Work extends (task: never) => Promise<object>>(
  name: WorkerTask,
  { program = resolve('src/main/worker.ts'), longestMs = maxMs } = {},
): (task: Parameters<Work>[0]) => Promise<Awaited<ReturnType<Work>> | BrokenFile> {
  const limit = createWorkLimit({ concurrent: 1, waiting: 13 })
  let running: ChildProcess | undefined
  let idleTimer: NodeJS.Timeout | undefined

  const findProcess = () => {
    if (running?.connected) return running
    const child = startProcess(program, name)
    child.once('exit', () => forget(child))
    running = child
    return child
  }
  const forget = (child: ChildProcess) => {
    if (running === child) running = undefined
  }
  return task =>
    limit(async () => {
      clearTimeout(idleTimer)
      const child = findProcess()
      try {
        return await ask<Awaited<ReturnType<Work>>>(child, task, longestMs)
      } catch (error) {
        forget(child)
        child.kill('SIGKILL')
        throw error
      } finally {
        // Without its channel it ends by itself.
        idleTimer = setTimeout(() => child.connected && child.disconnect(), idleMs).unref()
      }
    })
}

function startProcess(program: string, name: WorkerTask): ChildProcess {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name === 'PATH' || name.startsWith('MALLOC_')),
  )
  const child = fork(program, [name], {
    env,
    execArgv: ['--max-semi-space-size=2', '--max-old-space-size=200'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // The site ends without waiting for it, and it ends when the site is gone.
  child.unref()
  child.channel?.unref()
  return child
}

/** A process that ends while it works on a file counts as having found it broken. */
function ask<Made>(child: ChildProcess, task: object, longestMs: number): Promise<Made | BrokenFile> {
  const { promise, resolve: answer, reject } = Promise.withResolvers<Made | BrokenFile>()
  const timeout = setTimeout(() => reject(new AppError('refused_busy', 503)), longestMs)
  const end = () => answer({ problem: 'broken' })
  child.once('message', answer)
  child.once('exit', end)
  child.once('error', reject)
  child.send(task, error => error && reject(error))
  return promise.finally(() => {
    clearTimeout(timeout)
    child.off('message', answer).off('exit', end).off('error', reject)
  })
}
