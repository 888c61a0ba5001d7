import type { Cents } from '../../base/money.ts'

interface LineKey {
  order_id: number
  line_id: number
}

const noteStart = ({ order_id, line_id }: LineKey) => `refund ${order_id}/${line_id}/`

/** Written on the certificate in the shop: by it a lowering is known to have been made, by a restored database too. */
export function formatLineNote(
  line: LineKey,
  { lowering, lowering_cents: cents }: { lowering: number; lowering_cents: Cents },
): string {
  return `${noteStart(line)}${lowering}: -${(cents / 100).toFixed(2)} EUR`
}

/** How often a certificate was lowered, and what was taken off it, by its notes. */
export function readLineNotes(line: LineKey, message: string): { lowering: number; refunded_cents: Cents } {
  const notes = message
    .split(noteStart(line))
    .slice(1)
    .flatMap(rest => {
      const [, number, euros, cents] = /^(\d{1,9}): -(\d{1,7})\.(\d\d) EUR/.exec(rest) ?? []
      return number ? [{ number: Number(number), cents: Number(euros) * 100 + Number(cents) }] : []
    })
  return {
    lowering: Math.max(0, ...notes.map(one => one.number)),
    refunded_cents: notes.reduce((sum, one) => sum + one.cents, 0),
  }
}
