export function findRepeated<T>(values: T[]): T[] {
  return values.filter((value, i) => values.indexOf(value) !== i)
}
