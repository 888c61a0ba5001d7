/** The values that are in a list more than once. */
export function findRepeated<T>(values: T[]): T[] {
  return values.filter((value, i) => values.indexOf(value) !== i)
}
