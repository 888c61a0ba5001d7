/** Reads `line_items[0][product_id]=7` and its kin into objects and lists; JSON bodies pass as they are. */
export function parseNestedForm(entries: Iterable<[string, unknown]>): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  let count = 0
  for (const [name, value] of entries) {
    if (++count > 2000) throw new RangeError('too many fields')
    put(root, stepsOf(name), value)
  }
  return listed(root) as Record<string, unknown>
}

function stepsOf(name: string): string[] {
  const head = name.replace(/\[.*$/s, '')
  const rest = [...name.slice(head.length).matchAll(/\[([^\]]*)\]/g)].map(match => match[1] ?? '')
  return [head, ...rest].slice(0, 6)
}

function put(root: Record<string, unknown>, steps: string[], value: unknown): void {
  let place = root
  steps.forEach((step, index) => {
    const name = step === '' ? String(Object.keys(place).length) : step
    if (name === '__proto__') return
    if (index === steps.length - 1) {
      place[name] = value
      return
    }
    const next = place[name]
    const nest =
      next !== null && typeof next === 'object' ? (next as Record<string, unknown>) : Object.create(null)
    place[name] = nest
    place = nest
  })
}

/** Objects whose keys are whole numbers become lists in their order; a form that lost a row leaves a gap between. */
function listed(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Blob) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, listed(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key]) => /^\d{1,6}$/.test(key))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
