import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'

/** One line of a Dockerfile: `COPY --from=build a b` is `{ name: 'COPY', from: 'build', words: ['a', 'b'] }`. */
export interface Instruction {
  name: string
  rest: string
  from?: string
  words: string[]
}

export interface Stage {
  name: string
  base: string
  instructions: Instruction[]
}

/** Where the product lies in the image. */
const home = '/srv/doron/'

export function readStages(text: string): Stage[] {
  const stages: Stage[] = []
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter(Boolean)
  for (const line of lines) {
    const [name = '', ...all] = line.trim().split(/\s+/)
    const rest = line.trim().slice(name.length).trim()
    if (name === 'FROM') stages.push({ base: all[0] ?? '', name: all[2] ?? 'image', instructions: [] })
    else stages.at(-1)?.instructions.push({ name, rest, ...splitWords(all) })
  }
  return stages
}

function splitWords(all: string[]): { from?: string; words: string[] } {
  const from = all[0]?.startsWith('--from=') ? all[0].slice('--from='.length) : undefined
  return { ...(from && { from }), words: from ? all.slice(1) : all }
}

/** The files of the working copy that `.dockerignore` lets in: the last pattern that fits a file, or a folder of it, decides. */
export function listContext(): string[] {
  const patterns = fs
    .readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter(line => line && !line.startsWith('#'))
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  const files = stdout.split('\n').filter(file => file && fs.existsSync(file))
  return files.filter(file => isLetIn(file, patterns))
}

export function isLetIn(file: string, patterns: string[]): boolean {
  const parts = file.split('/').map((_, at, all) => visible(all.slice(0, at + 1).join('/')))
  const last = patterns.findLast(pattern =>
    parts.some(part => matchesGlob(part, visible(pattern.replace(/^!/, '')))),
  )
  return last === undefined || last.startsWith('!')
}

/** A star stands for names that begin with a dot too, which Node leaves out. */
const visible = (path: string) => path.replace(/(^|\/)\./g, '$1_')

/**
 * Runs the steps of the Dockerfile in folders of `root`, one for each stage; answers that of the last. What is not npm's is
 * for the image alone, and is left to the caller.
 */
export function runStages(stages: Stage[], root: string, env: NodeJS.Dict<string>): string {
  const context = listContext()
  const folderOf = (stage: string) => join(root, stage)
  for (const { name, instructions } of stages) {
    const folder = folderOf(name)
    fs.mkdirSync(folder)
    for (const { name: kind, from, words, rest } of instructions) {
      if (kind === 'COPY' && from) copyFromStage(folderOf(from), folder, words)
      else if (kind === 'COPY') copyContext(context, folder, words)
      else if (kind === 'RUN' && /\bnpm /.test(rest)) run(rest, folder, env)
    }
  }
  return folderOf(stages.at(-1)?.name ?? '')
}

function copyFromStage(from: string, to: string, [source = '', target = '']: string[]): void {
  if (!source.startsWith(home)) throw new Error(`${source} is not below ${home}`)
  fs.cpSync(join(from, source.slice(home.length)), join(to, target), {
    recursive: true,
    verbatimSymlinks: true,
  })
}

function copyContext(context: string[], to: string, words: string[]): void {
  const sources = words.slice(0, -1)
  for (const file of sources[0] === '.' ? context : sources) {
    if (!context.includes(file)) throw new Error(`.dockerignore keeps ${file} out`)
    fs.mkdirSync(join(to, dirname(file)), { recursive: true })
    fs.copyFileSync(file, join(to, file))
  }
}

function run(command: string, cwd: string, env: NodeJS.Dict<string>): void {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stdout}${stderr}`)
}
