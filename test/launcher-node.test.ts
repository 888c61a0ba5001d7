import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = fs.mkdtempSync(join(tmpdir(), 'launcher-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** Stands in for Node 24: says that it ran. */
const program = '#!/bin/sh\necho ran "$@"\n'
const digest = createHash('sha256').update(program).digest('hex')

/** A copy of the launcher that takes itself to be run by Node 20, with an npm that "fetches" the program above. */
function copyLauncher(name: string, ...digests: string[]) {
  const root = join(folder, name)
  fs.mkdirSync(join(root, 'node_modules'), { recursive: true })
  fs.mkdirSync(join(root, 'bin'))
  const text = fs.readFileSync('run.mjs', 'utf8')
  const listed = [...text.matchAll(/'[a-z]+-[a-z0-9]+': '[0-9a-f]{64}'/g)]
  expect(listed.length).toBeGreaterThan(1)
  const replaced = `'${process.platform}-${process.arch}': '${digests[0]}'`
  fs.writeFileSync(
    join(root, 'run.mjs'),
    text.replace(listed[0]![0], replaced).replace(listed[1]![0], `'x': ''`),
  )
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
    fs.writeFileSync(join(root, file), '{ "packages": {} }')
  fs.writeFileSync(
    join(root, 'old.cjs'),
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })`,
  )
  const path = `node_modules/node-${process.platform}-${process.arch}/bin`
  fs.writeFileSync(
    join(root, 'bin', 'npm'),
    `#!/bin/sh
while [ "$1" != --prefix ]; do shift; done
mkdir -p "$2/${path}" && printf '${program.replaceAll('\n', '\\n')}' > "$2/${path}/node" && chmod +x "$2/${path}/node"
`,
    { mode: 0o755 },
  )
  return root
}

function launch(root: string) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['-r', join(root, 'old.cjs'), join(root, 'run.mjs'), 'node', 'given'],
    { encoding: 'utf8', env: { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` } },
  )
  return { stdout, stderr, status }
}

test('a Node that is not the listed one is neither run nor kept', () => {
  const root = copyLauncher('changed', digest.replace(/^./, digest.startsWith('0') ? '1' : '0'))
  const { stdout, stderr, status } = launch(root)
  expect([stdout, status]).toEqual(['', 1])
  expect(stderr).toContain(`is not the Node that run.mjs lists (SHA-256 ${digest})`)
  expect(fs.readdirSync(join(root, '.node'))).toEqual([])
})

test('the listed Node is fetched once, and run', () => {
  const root = copyLauncher('listed', digest)
  expect(launch(root)).toMatchObject({ stdout: 'ran given\n', status: 0 })
  fs.rmSync(join(root, 'bin', 'npm'))
  expect(launch(root)).toEqual({ stdout: 'ran given\n', stderr: '', status: 0 })
})
