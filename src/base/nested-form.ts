const maxFields = 2000
const maxNameLength = 200
const maxSteps = 6

/**
 * Parses form fields such as `line_items[0][product_id]=7` into objects and lists. Throws RangeError above 2,000 fields
 * and for a name of more than 200 characters.
 */
export function parseNestedForm(entries: Iterable<[string, unknown]>): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  const sizes = new Map<object, number>()
  let count = 0
  for (const [name, value] of entries) {
    if (++count > maxFields) throw new RangeError('too many fields')
    if (name.length > maxNameLength) throw new RangeError('a name is too long')
    setValue(root, parseSteps(name), value, sizes)
  }
  return toLists(root) as Record<string, unknown>
}

function parseSteps(name: string): string[] {
  const [head = '', ...parts] = name.split('[', maxSteps)
  return [head, ...parts.filter(part => part.includes(']')).map(part => part.slice(0, part.indexOf(']')))]
}

/** `sizes` counts what each object holds: counting its keys for every `name[]` would take the square of their number. */
function setValue(
  root: Record<string, unknown>,
  steps: string[],
  value: unknown,
  sizes: Map<object, number>,
): void {
  let parent = root
  steps.forEach((step, index) => {
    const size = sizes.get(parent) ?? 0
    const name = step === '' ? String(size) : step
    if (name === '__proto__') return
    if (!(name in parent)) sizes.set(parent, size + 1)
    if (index === steps.length - 1) {
      parent[name] = value
      return
    }
    const next = parent[name]
    const child = isFieldGroup(next) ? next : Object.create(null)
    parent[name] = child
    parent = child
  })
}

/** Whether the value is what other fields made, and not text or a file. */
function isFieldGroup(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !(value instanceof Blob)
}

/** Turns objects whose keys are all whole numbers into lists, at every depth; a removed row of a form leaves no gap. */
function toLists(value: unknown): unknown {
  if (!isFieldGroup(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, toLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key]) => /^\d{1,6}$/.test(key))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
