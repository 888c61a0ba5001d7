#!/usr/bin/env node
// The launcher: every npm script goes through it. It runs on Node 20 or newer, with nothing installed yet:
// finds Node 24, installs and builds what is stale, then hands over to the task. `serve` is for servers: it fetches,
// installs, builds and writes nothing, and says what is missing.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const nodeVersion = '24.21.0'
/** SHA-256 of that Node's program, for each platform that npm has it for. */
const nodeDigests = {
  'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
  'win-x64': 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
}
const root = dirname(fileURLToPath(import.meta.url))
const env = fs.existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
/**
 * The C library keeps what was freed for each thread that asked for it: two such heaps, not eight for each core. What is
 * larger than 128 kB, as pictures are, lies apart and goes back to the system as soon as it is freed.
 */
const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '1048576' }
const production = {
  NODE_ENV: 'production',
  ...Object.fromEntries(Object.entries(memory).map(([name, value]) => [name, process.env[name] ?? value])),
}
/**
 * New objects take 16 MB twice, not 64 MB twice as by default on a large machine; and where a heap may take gigabytes, Node
 * lets it grow to four times what is in use before it looks for what is not.
 */
const heap = ['--max-semi-space-size=16', '--max-old-space-size=768', '--heap-growing-percent=20']
const smallHeap = heap.filter(flag => !process.env.NODE_OPTIONS?.includes(flag.split('=')[0]))
/** Holds the hash of the sources that the build is of. */
const stamp = 'build/.sources'

/**
 * What each task needs first, and how Node 24 is then called: the build, the tools (the packages that only building and
 * testing need), or, `ready`, everything in place already.
 */
const tasks = {
  start: { built: true, args: [...smallHeap, ...env, 'src/main.ts', 'start'], env: production },
  serve: { ready: true, args: [...smallHeap, ...env, 'src/main.ts', 'start'], env: production },
  dev: { tools: true, args: [...env, 'src/main.ts', 'dev'], env: { NODE_ENV: 'development' } },
  reconcile: { built: true, args: [...env, 'src/main.ts', 'reconcile'], env: production },
  migrate: { args: [...env, 'src/main.ts', 'migrate'], env: production },
  backup: { args: [...env, 'src/main.ts', 'backup'], env: production },
  restore: { args: [...env, 'src/main.ts', 'restore'], env: production },
  'security-log': { args: [...env, 'src/main.ts', 'security-log'], env: production },
  staff: { built: true, args: [...env, 'src/main.ts', 'staff'], env: production },
  'shop:connect': { args: [...env, 'src/main.ts', 'shop:connect'], env: production },
  build: { built: true },
  check: { tools: true, args: ['test/all.ts', 'check'] },
  test: { tools: true, args: ['test/all.ts', 'test'] },
  'test:full': { tools: true, args: ['test/all.ts', 'full'] },
  bench: { tools: true, built: true, args: ['bench/main.ts'], env: production },
  'data-model': { tools: true, args: ['test/write-data-model.ts'] },
  sbom: { npm: ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'] },
  audit: { npm: ['audit', '--omit=dev', '--loglevel=error'] },
  node: { tools: true, args: [] },
}

const [name = 'start', ...rest] = process.argv.slice(2)
const task = tasks[name]
if (!task) fail(`There is no task "${name}"; there are ${Object.keys(tasks).join(', ')}.`)
process.chdir(root)
const node = findNode()
if (task.ready) refuseUnready()
else prepare()
if (task.npm) runNpm(task.npm)
if (task.ready && canBecome()) become(...task.args, ...rest)
else if (task.args) handOver([...task.args, ...rest], task.env)

/** Installs and builds what the task needs and is stale. */
function prepare() {
  const isStale = task.built && !isBuilt()
  if (!isInstalled({ withTools: task.tools || isStale })) install()
  if (isStale) build()
  if (task.built) noteRelease()
}

/** A server is given packages and build; what is missing there is no work for a start. */
function refuseUnready() {
  const refusal = 'npm run serve installs and builds nothing'
  if (!isInstalled({ withTools: false }))
    fail(`The packages of package-lock.json are not installed here (npm ci --omit=dev); ${refusal}.`)
  if (!fs.existsSync(stamp)) fail(`There is no build here (npm run build); ${refusal}.`)
  if (!isBuilt()) fail(`The build is of other sources than those here (npm run build); ${refusal}.`)
}

/** The path of a Node that runs the product: this one if it is new enough, else the one that is fetched for it. */
function findNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  // Passwords are hashed by a part of Node that is there from 24.7 on.
  if (major > 24 || (major === 24 && minor >= 7)) return process.execPath
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const digest = nodeDigests[platform]
  if (!digest) fail(`This is Node ${process.versions.node}; install Node 24.7 and start again.`)
  const folder = join(root, '.node', nodeVersion)
  const path = join(
    folder,
    'node_modules',
    `node-${platform}`,
    'bin',
    platform.startsWith('win') ? 'node.exe' : 'node',
  )
  if (fs.existsSync(path)) return path
  if (task.ready)
    fail(`This is Node ${process.versions.node}; npm run serve needs Node 24.7, and fetches none.`)
  fetchNode(`node-${platform}@${nodeVersion}`, folder, path, digest)
  return path
}

/** Fetches Node without running anything of the package, and keeps it only if it is the very one that is listed. */
function fetchNode(name, folder, path, digest) {
  say(`This is Node ${process.versions.node}; fetching Node ${nodeVersion}`)
  const incoming = `${folder}.${process.pid}`
  const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = npm(['install', ...options, '--prefix', incoming, name], ['ignore', 'ignore', 'inherit'])
  if (status !== 0) fail(`Node ${nodeVersion} could not be fetched; install Node 24.7 and start again.`)
  const found = createHash('sha256')
    .update(fs.readFileSync(path.replace(folder, incoming)))
    .digest('hex')
  if (found === digest) moveUnlessThere(incoming, folder)
  fs.rmSync(incoming, { recursive: true, force: true })
  if (found !== digest)
    fail(`What was fetched as ${name} is not the Node that run.mjs lists (SHA-256 ${found}).`)
}

/** Another launcher may have fetched the same meanwhile. */
function moveUnlessThere(from, to) {
  try {
    fs.renameSync(from, to)
  } catch (error) {
    if (!fs.existsSync(to)) throw error
  }
}

function install() {
  say('Installing packages')
  // NODE_ENV=production alone would leave out what the build needs.
  const { status } = npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], 'inherit')
  if (status !== 0) fail('The packages could not be installed; see above.')
}

/** Whether what npm noted after its last install is what the lockfile asks for, and is still there. */
function isInstalled({ withTools }) {
  const noted = JSON.parse(readOr('node_modules/.package-lock.json', 'null'))
  const wanted = Object.entries(JSON.parse(fs.readFileSync('package-lock.json', 'utf8')).packages)
  if (!noted) return false
  return wanted.every(([path, { version, optional, devOptional, dev }]) => {
    const found = noted.packages[path]
    if (path === '' || (dev && !withTools)) return true
    return found
      ? found.version === version && fs.existsSync(path)
      : Boolean(optional || (devOptional && !withTools))
  })
}

function isBuilt() {
  return readOr(stamp, '') === hashSources()
}

function build() {
  say('Building')
  const sources = hashSources()
  fs.rmSync('build', { recursive: true, force: true })
  const { status, stdout, stderr } = spawnSync(node, ['node_modules/.bin/react-router', 'build'], {
    encoding: 'utf8',
    env: { ...process.env, ...production },
  })
  if (status !== 0) fail(`${stdout}${stderr}\nThe build failed; see above.`)
  fs.writeFileSync(stamp, sources)
}

/** Writes down which commit the build is of, so that what runs can say it. */
function noteRelease() {
  const file = 'build/release.json'
  const commit = findCommit()
  const text = `${JSON.stringify({ commit })}\n`
  const noted = readOr(file, '')
  if (noted !== text && (commit !== 'unknown' || noted === '')) fs.writeFileSync(file, text)
}

/** The commit of this working copy, with `-dirty` when files were changed since; without one, that of COMMIT. */
function findCommit() {
  const args = ['describe', '--always', '--abbrev=40', '--dirty', '--exclude=*']
  const { status, stdout } = fs.existsSync('.git') ? spawnSync('git', args, { encoding: 'utf8' }) : {}
  return (status === 0 && stdout.trim()) || process.env.COMMIT?.trim() || 'unknown'
}

/** The hash of everything that the build is made of. */
function hashSources() {
  const configs = fs
    .readdirSync('.')
    .filter(file => file.endsWith('.config.ts'))
    .sort()
  return hashOf([
    'src',
    'public',
    'messages',
    'project.inlang/settings.json',
    'package-lock.json',
    ...configs,
  ])
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

/** Whether this process can be replaced: npm, and who has a channel to it, need it to stay. */
function canBecome() {
  return process.execve !== undefined && !process.connected && !process.env.npm_lifecycle_event
}

/** Runs the task in place of this process, so that a supervisor sees one, and its signals arrive. */
function become(...args) {
  process.execve(node, [node, ...args], { ...process.env, ...task.env })
}

/** npm ends on SIGTERM without telling what it started; then the task is not to run on unseen. */
function endWithNpm(stop) {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && stop(), 300).unref()
}

/** Runs the task in Node 24 itself, so that signals arrive there; ends as it ends. */
function handOver(args, more) {
  // The task sees the channel close if this process is killed, and need not run on unseen.
  const child = spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...more },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithNpm(() => child.kill('SIGTERM'))
  child.on('error', error => fail(error.message))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** Ends as npm does; its messages go to standard error, so that the other output can be kept as a file. */
function runNpm(args) {
  const { status, stderr } = npm(args, ['ignore', 'inherit', 'pipe'])
  process.stderr.write(stderr ?? '')
  if (/audit endpoint returned an error/.test(stderr)) fail('The package registry in use answers no audit.')
  process.exit(status ?? 1)
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
