import * as fs from 'node:fs'
import { parseEnv } from 'node:util'

/** What an env file sets; nothing where there is no file. */
export function readEnvFile(file: string): NodeJS.Dict<string> {
  return fs.existsSync(file) ? parseEnv(fs.readFileSync(file, 'utf8')) : {}
}

/**
 * Writes these settings into an env file, each on its former line; other lines stay. Only its owner may read it. The
 * file is replaced as a whole, so that an interruption leaves the former one.
 */
export function writeEnvFile(file: string, values: Record<string, string>): void {
  const target = fs.existsSync(file) ? fs.realpathSync(file) : file
  const oldLines = fs.existsSync(target) ? fs.readFileSync(target, 'utf8').split('\n') : []
  const remaining = new Map(Object.entries(values))
  const lines = oldLines.map(line => {
    const key = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? ''
    const value = remaining.get(key)
    remaining.delete(key)
    return value === undefined ? line : `${key}=${value}`
  })
  while (lines.at(-1) === '') lines.pop()
  const added = [...remaining].map(([key, value]) => `${key}=${value}`)
  const temporary = `${target}.new`
  fs.rmSync(temporary, { force: true })
  fs.writeFileSync(temporary, `${[...lines, ...added].join('\n')}\n`, { mode: 0o600 })
  fs.renameSync(temporary, target)
}
