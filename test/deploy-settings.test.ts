import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../src/server/settings.ts'
import { isLetIn, listContext, readStages } from './dockerfile.ts'

/** What stands in `deploy/` names settings, files and tasks of the product: it has to keep step with them. */
const read = (file: string) => fs.readFileSync(`deploy/${file}`, 'utf8')
const launcher = fs.readFileSync('run.mjs', 'utf8')
const names = new Set(Object.keys(settings.shape))
const tasks = new Set([...launcher.matchAll(/^ {2}(?:'([\w:-]+)'|(\w+)): \{ /gm)].map(([, a, b]) => a ?? b))
const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { scripts: object }
const stages = readStages(read('Dockerfile'))
const units = fs
  .readdirSync('deploy/systemd')
  .filter(file => file.endsWith('.service'))
  .map(file => ({ file, text: read(`systemd/${file}`) }))
const compose = parse(read('compose.yml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: object
}
interface Service {
  image?: string
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
  command?: string[]
  read_only?: boolean
  volumes?: string[]
  env_file?: string
  stop_grace_period?: string
}
const own = Object.entries(compose.services).filter(([, { build }]) => build)

/** What Node reads. */
const foreignSettings = ['NODE_ENV']
const unknownSettings = (keys: string[]) =>
  keys.filter(key => !names.has(key) && !foreignSettings.includes(key))
const assigned = (text: string) => [...text.matchAll(/(?:^|\s)([A-Z][A-Z_]+)=/g)].map(([, key]) => key ?? '')

test('all tasks are known, and build and serve are npm scripts too', () => {
  for (const task of ['start', 'serve', 'build', 'migrate', 'shop:connect']) expect(tasks).toContain(task)
  for (const script of ['build', 'serve', 'migrate']) expect(scripts).toHaveProperty(script)
})

test('the image is of the Node that the launcher knows, is not root’s, and starts by a task', () => {
  const version = /const nodeVersion = '([\d.]+)'/.exec(launcher)?.[1]
  for (const { base } of stages) expect(base).toBe(`node:${version}-bookworm-slim`)
  const context = listContext()
  for (const { instructions } of stages)
    for (const { name, from, words } of instructions) {
      if (name !== 'COPY') continue
      if (from) expect(stages.map(stage => stage.name)).toContain(from)
      else
        for (const source of words.slice(0, -1)) expect(source === '.' || context.includes(source)).toBe(true)
    }
  const image = stages.at(-1)?.instructions ?? []
  const restOf = (name: string) => image.findLast(one => one.name === name)?.rest ?? ''
  expect(restOf('USER')).toBe('node')
  expect(restOf('HEALTHCHECK')).toContain('/healthz')
  expect(unknownSettings(assigned(restOf('ENV')))).toEqual([])
  expect(JSON.parse(restOf('CMD'))).toEqual(['node', 'run.mjs', 'serve'])
})

test('all that a build is made of goes into the image, and nothing that is secret or only for tests', () => {
  const context = listContext()
  const { stdout } = spawnSync('git', ['ls-files', 'src', 'public', 'messages', '*.config.ts'], {
    encoding: 'utf8',
  })
  const sources = stdout
    .split('\n')
    .filter(file => file && fs.existsSync(file) && !/\.test\.tsx?$/.test(file))
  expect(sources.filter(file => !context.includes(file))).toEqual([])
  expect(context).toContain('project.inlang/settings.json')
  expect(context.filter(file => /\.test\.|^(test|e2e|docs|bench)\//.test(file))).toEqual([])
  const patterns = fs.readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean)
  for (const file of ['.env', '.git/config', 'data/secret', 'node_modules/x', 'build/x', 'deploy/doron.env'])
    expect([file, isLetIn(file, patterns)]).toEqual([file, false])
})

test('compose runs two web processes and a worker of one image, after the tables', () => {
  for (const [, { build, environment, command, volumes = [] }] of Object.entries(compose.services)) {
    if (build) {
      expect([build.context, fs.existsSync(join('deploy', build.context, build.dockerfile))]).toEqual([
        '..',
        true,
      ])
      expect(unknownSettings(Object.keys(environment ?? {}))).toEqual([])
      if (command) expect(tasks).toContain(command.at(-1))
    }
    for (const volume of volumes.filter(one => one.startsWith('./')))
      expect(fs.existsSync(join('deploy', volume.split(':')[0] ?? ''))).toBe(true)
  }
  expect(own.map(([name, { environment }]) => [name, environment?.ROLE])).toEqual([
    ['migrate', undefined],
    ['web-1', 'web'],
    ['web-2', 'web'],
    ['worker', 'worker'],
  ])
  expect(new Set(own.map(([, { image }]) => image)).size).toBe(1)
})

test('the processes share a volume over the data folder of an image that they can’t write', () => {
  const image = stages.at(-1)?.instructions ?? []
  const [, dataDir] = /DATA_DIR=(\S+)/.exec(image.find(({ name }) => name === 'ENV')?.rest ?? '') ?? []
  const mounted = own.map(([, { read_only, volumes = [] }]) => [
    read_only,
    ...volumes.flatMap(volume => (volume.endsWith(`:${dataDir}`) ? [volume.split(':')[0]] : [])),
  ])
  expect(mounted).toEqual(own.map(() => [true, 'data']))
  expect(compose.volumes).toHaveProperty('data')
  // An engine gives a new volume the owner that the folder has in the image.
  expect(image.some(({ rest }) => rest.endsWith(`chown node:node ${dataDir}`))).toBe(true)
})

test('the units run tasks with settings that there are, and are equally closed', () => {
  const hardening = (text: string) =>
    text.split('\n').filter(line => /^(Protect|Private|Restrict|System|No|Cap)/.test(line))
  for (const { file, text } of units) {
    const [, task] = /^ExecStart=\/usr\/bin\/node run\.mjs (\S+)( --to \S+)?$/m.exec(text) ?? []
    expect([file, tasks.has(task ?? '')]).toEqual([file, true])
    expect(unknownSettings(assigned(text.match(/^Environment=.*$/gm)?.join(' ') ?? ''))).toEqual([])
    expect(hardening(text).length).toBeGreaterThan(15)
    expect(hardening(text)).toEqual(hardening(units[0]?.text ?? ''))
  }
  expect(units).toHaveLength(5)
})

test('the backup stops the process with the embedded server, and starts it again in any case', () => {
  const backup = read('systemd/doron-backup.service')
  for (const word of ['Conflicts', 'After', 'OnSuccess', 'OnFailure'])
    expect(backup).toMatch(new RegExp(`^${word}=doron\\.service$`, 'm'))
  for (const text of [backup, read('systemd/doron.service')])
    expect(text).toContain('\nEnvironment=DATA_DIR=/var/lib/doron\n')
})

test('the example of settings names settings that there are', () => {
  expect(
    unknownSettings([...read('doron.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, key]) => key ?? '')),
  ).toEqual([])
  expect(own.every(([, { env_file }]) => env_file === 'doron.env')).toBe(true)
})

test('a process is served by the balancers no longer than it drains, and killed no sooner than it is done', () => {
  const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
  const noticed = [
    seconds(read('Caddyfile'), /health_interval (\d+)s/) +
      seconds(read('Caddyfile'), /health_timeout (\d+)s/),
    seconds(read('haproxy.cfg'), / inter (\d+)s fall 1 /) +
      seconds(read('haproxy.cfg'), /timeout check (\d+)s/),
  ]
  const web = units.find(({ file }) => file.startsWith('doron-web'))?.text ?? ''
  const drains = [
    Number(compose.services['web-1']?.environment?.DRAIN_SECONDS),
    seconds(web, /DRAIN_SECONDS=(\d+)/),
  ]
  expect(Math.min(...drains)).toBeGreaterThan(Math.max(...noticed))
  const longestRequest = 26
  const graces = [
    seconds(compose.services['web-1']?.stop_grace_period ?? '', /^(\d+)s$/),
    seconds(web, /TimeoutStopSec=(\d+)/),
  ]
  expect(Math.min(...graces)).toBeGreaterThan(Math.max(...drains) + longestRequest)
  for (const file of ['Caddyfile', 'haproxy.cfg']) expect(read(file)).toMatch(/(health_uri|uri) \/readyz/)
})

const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const folder = fs.mkdtempSync(join(tmpdir(), 'deploy-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

test.skipIf(!has('haproxy', '-v'))('haproxy takes its example', () => {
  const file = join(folder, 'haproxy.cfg')
  // The certificate is the site's own.
  fs.writeFileSync(file, read('haproxy.cfg').replace(/^.* ssl crt .*\n/m, ''))
  expect(spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })).toMatchObject({ status: 0 })
})

test.skipIf(!has('caddy', 'version'))('Caddy takes its example', () => {
  const args = ['adapt', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile']
  expect(spawnSync('caddy', args, { encoding: 'utf8' })).toMatchObject({ status: 0 })
})

test.skipIf(!has('systemd-analyze', '--version'))('systemd takes the units', () => {
  for (const file of fs.readdirSync('deploy/systemd')) {
    const { stderr } = spawnSync('systemd-analyze', ['verify', `deploy/systemd/${file}`], {
      encoding: 'utf8',
    })
    // There need be no Node at that place on this machine.
    expect(stderr.split('\n').filter(line => line.includes(file) && !line.includes('/usr/bin/node'))).toEqual(
      [],
    )
  }
})

test('serve names what is missing: packages, build, a build of these sources', () => {
  const serve = () => {
    const { stderr, status } = spawnSync(process.execPath, [join(folder, 'run.mjs'), 'serve'], {
      encoding: 'utf8',
    })
    return { stderr, status }
  }
  const refusal = 'npm run serve installs and builds nothing.\n'
  fs.copyFileSync('run.mjs', join(folder, 'run.mjs'))
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', dev: true },
    },
  }
  fs.writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  expect(serve()).toEqual({
    stderr: `The packages of package-lock.json are not installed here (npm ci --omit=dev); ${refusal}`,
    status: 1,
  })
  fs.mkdirSync(join(folder, 'node_modules/a'), { recursive: true })
  const noted = { packages: { 'node_modules/a': { version: '1.0.0' } } }
  fs.writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify(noted))
  expect(serve()).toEqual({ stderr: `There is no build here (npm run build); ${refusal}`, status: 1 })
  fs.mkdirSync(join(folder, 'build'))
  fs.writeFileSync(join(folder, 'build/.sources'), 'those of yesterday')
  expect(serve()).toEqual({
    stderr: `The build is of other sources than those here (npm run build); ${refusal}`,
    status: 1,
  })
  expect(fs.readdirSync(join(folder, 'node_modules'))).toEqual(['.package-lock.json', 'a'])
})
