import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { quickFolder } from '../test/folders.ts'

/** The whole product with its embedded shop and a demonstration, on data of its own. */
export interface RunningSite {
  /** Without a slash at its end. */
  url: string
  /**
   * Ends it and starts it again so many days later, its staff having worked off meanwhile what was due: its clock runs
   * ahead from then on.
   */
  later(days: number): Promise<void>
  stop(): Promise<void>
}

/** Starts what `npm start` starts, out of the build that stands; answers once it is open. */
export async function startSite(): Promise<RunningSite> {
  const dataDir = await mkdtemp(join(quickFolder(), 'doron-journey-'))
  const port = await freePort()
  let end = await opensSite(dataDir, port)
  return {
    url: `http://127.0.0.1:${port}`,
    async later(days) {
      await end()
      await staffWorks(dataDir, port, days)
      end = await opensSite(dataDir, port, days)
    },
    async stop() {
      await end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** `npm run reconcile -- --fix`, so many days later. */
async function staffWorks(dataDir: string, port: number, daysLater: number): Promise<void> {
  const [code] = await once(starts(dataDir, port, daysLater, 'reconcile', '--fix'), 'exit')
  if (code !== 0) throw new Error(`not all is well: ${code}`)
}

/** The product in a process of its own. */
function starts(dataDir: string, port: number, daysLater: number, ...args: string[]) {
  const { PATH, HOME, TMPDIR } = process.env
  const clock = daysLater === 0 ? [] : ['--import', './e2e/later.ts']
  // The channel tells the site when this process is gone, however it ended.
  return spawn(process.execPath, [...clock, 'src/main.ts', ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      DATA_DIR: dataDir,
      DAYS_LATER: String(daysLater),
    },
  })
}

/** Answers how to end it. */
async function opensSite(dataDir: string, port: number, daysLater = 0): Promise<() => Promise<void>> {
  const site = starts(dataDir, port, daysLater)
  const endsByItself = (code: number | null, signal: string | null) =>
    console.error(`The site ended by itself, with ${signal ?? code}.`)
  site.once('exit', endsByItself)
  await opened(createInterface(site.stdout!))
  return async () => {
    site.off('exit', endsByItself)
    site.kill('SIGTERM')
    if (site.exitCode === null && site.signalCode === null) await once(site, 'exit')
  }
}

/** Reads on until the site says that it is open; what it says before is shown if it never does. */
async function opened(lines: AsyncIterable<string>): Promise<void> {
  const said: string[] = []
  for await (const line of lines) {
    said.push(line)
    if (line.includes('Letters sent')) return
  }
  throw new Error(`The site did not start.\n${said.join('\n')}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}
