import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { findFreePort } from './free-port.ts'

/** The program in a process of its own. */
export interface SiteProcess {
  url: string
  child: ChildProcess
  /** What it has printed. */
  output(): string
  /** Asks it to stop; answers its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  ended: Promise<number | null>
}

interface SiteOptions extends Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> {
  /** Another Node than this one. */
  command?: string
  /** What is run; the program itself unless something else is given. */
  args?: string[]
  env: NodeJS.Dict<string>
}

const running = new Set<SiteProcess>()

/** Ends what a failed test has left running. */
export async function killSites(): Promise<void> {
  await Promise.all([...running].map(site => site.stop('SIGKILL')))
}

/** Starts the program on a free port and waits until it says that it is there. */
export async function startSite({
  command = process.execPath,
  args = ['src/main.ts', 'start'],
  env,
  ...options
}: SiteOptions) {
  const port = env.PORT ?? String(await findFreePort())
  const child = spawn(command, args, {
    ...options,
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'info', ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const ended = new Promise<number | null>(done => child.once('exit', code => done(code)))
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  const site: SiteProcess = { url: `http://127.0.0.1:${port}`, child, output: () => text, stop, ended }
  running.add(site)
  void ended.then(() => running.delete(site))
  await new Promise<void>((opened, fail) => {
    const read = (part: Buffer) => {
      text += part
      if (/is open at|does the jobs/.test(text)) opened()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    ended.then(code => fail(new Error(`it ended with ${code}: ${text}`)))
  })
  return site
}
