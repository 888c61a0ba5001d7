type Json = Record<string, unknown>

/** How a value of a reply may be odd. */
export const spoilings: Record<string, (value: unknown) => unknown> = {
  null: () => null,
  missing: () => undefined,
  empty: value => (Array.isArray(value) ? [] : value !== null && typeof value === 'object' ? {} : ''),
  neighbour: value =>
    value === null
      ? []
      : typeof value === 'number'
        ? `${value}x`
        : typeof value === 'string'
          ? { text: value }
          : typeof value === 'boolean'
            ? 'yes'
            : 7,
}

/** The ways in which a field is spoilt, by its place among the others: all in the full run, one in turn in the quick one. */
export const waysOf = (at: number) =>
  Object.entries(spoilings).filter((_, way) => process.env.TEST_FULL || (at + way) % 4 === 0)

/** The fields of a reply; of lists those of the first row. */
export const fieldsOf = (value: unknown, prefix: string[] = []): string[][] =>
  value === null || typeof value !== 'object'
    ? []
    : Object.entries(value)
        .filter(([name]) => !Array.isArray(value) || name === '0')
        .flatMap(([name, inner]) => [[...prefix, name], ...fieldsOf(inner, [...prefix, name])])

/** The reply with one field that is odd in that way. */
export function spoilt(reply: unknown, path: string[], how: (value: unknown) => unknown): unknown {
  const copy = structuredClone(reply)
  const last = path.at(-1) ?? ''
  const parent = path.slice(0, -1).reduce((one, name) => (one as Json)[name], copy) as Json
  const value = how(parent[last])
  if (value === undefined && !Array.isArray(parent)) delete parent[last]
  else parent[last] = value ?? null
  return copy
}
