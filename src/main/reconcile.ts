import type { Config } from '../server/config.ts'
import { loadAppBundle, onStop, openEnvironment, stopProcess } from './environment.ts'

/**
 * Reads the orders that the shop changed since the last time. With `--check` nothing is changed: every order that we
 * know of is read from the shop and compared. With `--fix` those that differ are read again, what breaks an invariant
 * is credited again, and stalled payouts are retried. With `--received` and its number, the money of an order counts as
 * received by the shop (R510); with `--place REFUND LINE CENTS` a refund of a whole order gets its line (R512). Order lines that match no gift are listed for staff. Ends with 1
 * when something differs or an invariant does not hold.
 */
export async function reconcileFromTerminal(config: Config, flags: string[]): Promise<void> {
  const product = await loadAppBundle()
  const dependencies = (await openEnvironment(config)).dependenciesFor(product)
  const { jobs, close } = await product.createApp(dependencies)
  onStop(close)
  const received = flags.includes('--received') ? Number(flags[flags.indexOf('--received') + 1]) : null
  if (received !== null) {
    const isNoted = Number.isInteger(received) && (await product.notePaymentReceived(dependencies, received))
    console.log(
      isNoted
        ? `The money of order ${received} counts as received.`
        : 'No order of that number counts for a registry.',
    )
    return stopProcess(isNoted ? 0 : 1)
  }
  if (flags.includes('--place')) {
    const [refundId = 0, lineId = 0, cents = 0] = flags.slice(flags.indexOf('--place') + 1).map(Number)
    const refusal = await product.placeOrderRefund(dependencies, { refundId, lineId, cents })
    console.log(refusal ?? `${cents} cents of refund ${refundId} are placed on line ${lineId}.`)
    return stopProcess(refusal === null ? 0 : 1)
  }
  const isCheck = flags.includes('--check')
  if (!isCheck) await jobs.find(job => job.name === 'order-sync')?.work()
  const differences = isCheck || flags.includes('--fix') ? await product.compareAllOrders(dependencies) : []
  const remaining = flags.includes('--fix')
    ? await product.rereadOrders(dependencies, differences)
    : differences
  for (const one of remaining) console.log(`order ${one.orderId}: ${one.description}`)
  for (const one of await product.findUnmatchedLines(dependencies.db))
    console.log(
      `order ${one.orderId}: line ${one.lineId}, ${one.cents} cents, finds no place (${one.reason})`,
    )
  if (flags.includes('--fix')) await product.retryStalledPayouts(dependencies)
  const stalled = await product.listStalledPayouts(dependencies)
  for (const sentence of stalled) console.log(sentence)
  const violations = await product.findInvariantViolations(dependencies.db)
  for (const [name, rows] of Object.entries(violations)) console.log(`${name}: ${JSON.stringify(rows)}`)
  const isConsistent = remaining.length + stalled.length === 0 && Object.keys(violations).length === 0
  console.log(isConsistent ? 'All orders are as the shop has them.' : 'Not all is well; see above.')
  await stopProcess(isConsistent ? 0 : 1)
}
