#!/usr/bin/env node
// The launcher: every npm script goes through it. It runs on Node 20 or newer, with nothing installed yet:
// finds Node 24, installs and builds what is stale, then hands over to the task.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const nodeVersion = '24.21.0'
const root = dirname(fileURLToPath(import.meta.url))
const cache = join(root, 'node_modules', '.cache', 'doron')
const env = fs.existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
const production = { NODE_ENV: 'production' }

/** What each task needs first, and how Node 24 is then called. */
const tasks = {
  start: { built: true, args: [...env, 'src/main.ts', 'start'], env: production },
  dev: { args: [...env, 'src/main.ts', 'dev'], env: { NODE_ENV: 'development' } },
  reconcile: { built: true, args: [...env, 'src/main.ts', 'reconcile'], env: production },
  'shop:connect': { args: [...env, 'src/main.ts', 'shop:connect'], env: production },
  build: { built: true },
  check: { args: ['test/all.ts', 'check'] },
  test: { args: ['test/all.ts', 'test'] },
  'test:full': { args: ['test/all.ts', 'full'] },
  bench: { built: true, args: ['bench/main.ts'], env: production },
  'data-model': { args: ['test/write-data-model.ts'] },
  node: { args: [] },
}

const [name = 'start', ...rest] = process.argv.slice(2)
const task = tasks[name]
if (!task) fail(`There is no task "${name}"; there are ${Object.keys(tasks).join(', ')}.`)
process.chdir(root)
const node = findNode()
install()
remember(node)
if (task.built) build()
if (task.args) handOver([...task.args, ...rest], task.env)

/** The path of a Node that runs the product: this one if it is new enough, else the one npm keeps. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const known = readOr(join(cache, 'node'), '')
  if (known && fs.existsSync(known)) return known
  say(`This is Node ${process.versions.node}; fetching Node ${nodeVersion}`)
  const args = ['exec', '--yes', `--package=node@${nodeVersion}`, '--', 'node', '-p', 'process.execPath']
  const { stdout, status } = npm(args, ['ignore', 'pipe', 'inherit'])
  const path = stdout?.trim().split('\n').at(-1)
  if (status !== 0 || !path)
    fail(`Node ${nodeVersion} could not be fetched; install Node 24 and start again.`)
  return path
}

/** Saves the next start the half second that asking npm takes. */
function remember(path) {
  const file = join(cache, 'node')
  if (path === process.execPath || readOr(file, '') === path) return
  fs.mkdirSync(cache, { recursive: true })
  fs.writeFileSync(file, path)
}

function install() {
  if (isInstalled()) return
  say('Installing packages')
  const { status } = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'inherit')
  if (status !== 0) fail('The packages could not be installed; see above.')
}

/** Whether what npm noted after its last install is what the lockfile asks for, and is still there. */
function isInstalled() {
  const noted = JSON.parse(readOr('node_modules/.package-lock.json', 'null'))
  const wanted = Object.entries(JSON.parse(fs.readFileSync('package-lock.json', 'utf8')).packages)
  if (!noted) return false
  return wanted.every(([path, { version, optional }]) => {
    const found = noted.packages[path]
    return path === '' || (found ? found.version === version && fs.existsSync(path) : optional === true)
  })
}

function build() {
  const stamp = 'build/.sources'
  const sources = hashOf([
    'src',
    'public',
    'messages',
    'project.inlang/settings.json',
    'package-lock.json',
    ...fs.readdirSync('.').filter(file => file.endsWith('.config.ts')),
  ])
  if (readOr(stamp, '') === sources) return
  say('Building')
  fs.rmSync('build', { recursive: true, force: true })
  const { status, stdout, stderr } = spawnSync(node, ['node_modules/.bin/react-router', 'build'], {
    encoding: 'utf8',
    env: { ...process.env, ...production },
  })
  if (status !== 0) fail(`${stdout}${stderr}\nThe build failed; see above.`)
  fs.writeFileSync(stamp, sources)
}

/** One hash over the contents of files and folders; tests and generated files are no sources. */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesUnder)) hash.update(`${path}\0`).update(fs.readFileSync(path))
  return hash.digest('hex')
}

function filesUnder(path) {
  const stat = fs.statSync(path, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat ? [path] : []
  const entries = fs.readdirSync(path).filter(isSource).sort()
  return entries.flatMap(entry => filesUnder(join(path, entry)))
}

function isSource(entry) {
  return entry !== 'paraglide' && !/\.test\.tsx?$/.test(entry)
}

/** Runs the task in Node 24 itself, so that signals arrive there; ends as it ends. */
function handOver(args, more) {
  // The task sees the channel close if this process is killed, and need not run on unseen.
  const child = spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...more },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', error => fail(error.message))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

function npm(args, stdio) {
  return spawnSync('npm', args, { encoding: 'utf8', stdio, shell: process.platform === 'win32' })
}

function readOr(path, otherwise) {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch {
    return otherwise
  }
}

function say(text) {
  process.stderr.write(`· ${text}\n`)
}

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
