import type { LoadResult } from './compare-loads.ts'

/** A section of the report: its heading, and the Markdown below. */
export interface ReportSection {
  title: string
  text: string
  /** What the gate watches, by name: the product's rate divided by its bare limit's, or a share; more is better. */
  ratios?: Record<string, number>
}

/** A Markdown table; all columns but the first are right-aligned. */
export function markdownTable(headings: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  const separator = headings.map((_, index) => (index === 0 ? '---' : '---:'))
  return [line(headings), line(separator), ...rows.map(line)].join('\n')
}

export const loadHeadings = ['', 'requests/s', 'p50 ms', 'p99 ms']

export function loadRow(name: string, { rate, p50, p99 }: LoadResult): (string | number)[] {
  return [name, Math.round(rate).toLocaleString('en'), p50, p99]
}

/** One rate divided by another, with two decimals. */
export function formatRatio(load: LoadResult, reference: LoadResult): string {
  return ratioOf(load, reference).toFixed(2)
}

export function ratioOf(load: LoadResult, reference: LoadResult): number {
  return load.rate / reference.rate
}

/** Bytes in kB of 1,000. */
export function formatKb(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
