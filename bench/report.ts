import type { Load } from './load.ts'

/** A part of the report: its heading, and Markdown below it. */
export interface Section {
  title: string
  text: string
}

/** A Markdown table; numbers stand right. */
export function table(heads: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  const rule = heads.map((_, index) => (index === 0 ? '---' : '---:'))
  return [line(heads), line(rule), ...rows.map(line)].join('\n')
}

export const loadHeads = ['', 'requests/s', 'p50 ms', 'p99 ms']

export function loadRow(name: string, { rate, p50, p99 }: Load): (string | number)[] {
  return [name, Math.round(rate).toLocaleString('en'), p50, p99]
}

/** How one rate compares with its limit, to two places. */
export function ratio(load: Load, limit: Load): string {
  return (load.rate / limit.rate).toFixed(2)
}

/** Bytes as kB of 1,000. */
export function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
