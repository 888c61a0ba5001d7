/** Parses form fields such as `line_items[0][product_id]=7` into objects and lists. Throws RangeError above 2,000 fields. */
export function parseNestedForm(entries: Iterable<[string, unknown]>): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  let count = 0
  for (const [name, value] of entries) {
    if (++count > 2000) throw new RangeError('too many fields')
    setValue(root, parseSteps(name), value)
  }
  return toLists(root) as Record<string, unknown>
}

function parseSteps(name: string): string[] {
  const head = name.replace(/\[.*$/s, '')
  const rest = [...name.slice(head.length).matchAll(/\[([^\]]*)\]/g)].map(match => match[1] ?? '')
  return [head, ...rest].slice(0, 6)
}

function setValue(root: Record<string, unknown>, steps: string[], value: unknown): void {
  let parent = root
  steps.forEach((step, index) => {
    const name = step === '' ? String(Object.keys(parent).length) : step
    if (name === '__proto__') return
    if (index === steps.length - 1) {
      parent[name] = value
      return
    }
    const next = parent[name]
    const child =
      next !== null && typeof next === 'object' ? (next as Record<string, unknown>) : Object.create(null)
    parent[name] = child
    parent = child
  })
}

/** Turns objects whose keys are all whole numbers into lists, at every depth; a removed row of a form leaves no gap. */
function toLists(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Blob) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, toLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key]) => /^\d{1,6}$/.test(key))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
