const names: Record<string, string> = {
  registry_id: 'registry',
  gift_id: 'gift',
  order_id: 'order',
  line_id: 'line',
  payout_id: 'payout',
  source_order_id: 'paying order',
  ledger_line: 'ledger line',
}

export function describeViolations(violations: Record<string, Record<string, unknown>[]>): string[] {
  return Object.entries(violations).flatMap(([invariant, rows]) =>
    rows.map(row => {
      const facts = Object.entries(row)
        .filter(([, value]) => value !== null)
        .map(([column, value]) => `${names[column] ?? column.replaceAll('_', ' ')} ${value}`)
      return `${facts.join(', ')}: breaks “${invariant}”`
    }),
  )
}
