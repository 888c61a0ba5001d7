import * as fs from 'node:fs'

/** Ticks of a hundredth of a second, as Linux counts them. */
const tickMs = 10

/** The CPU time that a process has used, in milliseconds; with that of its living and ended children, if asked. */
export function cpuTimeMs(pid: number, withChildren = false): number {
  const fields = readStat(pid)
  if (!fields) return 0
  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ]
  const own = (user + system) * tickMs
  if (!withChildren) return own
  const living = childrenOf(pid).reduce((sum, child) => sum + cpuTimeMs(child), 0)
  return own + (childrenUser + childrenSystem) * tickMs + living
}

/** The fields after the name, which may contain spaces; undefined when the process has ended. */
function readStat(pid: number): string[] | undefined {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function childrenOf(parent: number): number[] {
  return fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && Number(readStat(Number(name))?.[1]) === parent)
    .map(Number)
}
