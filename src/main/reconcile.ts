import type { Config } from '../server/config.ts'
import { loadAppBundle, onStop, openEnvironment, stopProcess } from './environment.ts'

/**
 * Asks the shop once for orders changed since the last look. With `--check` nothing is changed: every order that we
 * know of is read from the shop and compared; with `--fix` those that differ are read anew, and what breaks an
 * invariant is credited anew. Lines that speak of us and find no place are listed for staff. Ends with 1 when
 * something differs or an invariant of counting does not hold.
 */
export async function reconcileFromTerminal(config: Config, flags: string[]): Promise<void> {
  const product = await loadAppBundle()
  const parts = (await openEnvironment(config)).partsFor(product)
  const { jobs, close } = await product.createApp(parts)
  onStop(close)
  const isCheck = flags.includes('--check')
  if (!isCheck) await jobs.find(job => job.name === 'reconcile')?.work()
  const found = isCheck || flags.includes('--fix') ? await product.compareAllOrders(parts) : []
  const left = flags.includes('--fix') ? await product.rereadOrders(parts, found) : found
  for (const one of left) console.log(`order ${one.orderId}: ${one.description}`)
  for (const one of await product.findUnmatchedLines(parts.db))
    console.log(
      `order ${one.orderId}: line ${one.lineId}, ${one.cents} cents, finds no place (${one.reason})`,
    )
  if (flags.includes('--fix')) await product.retryStalledPayouts(parts)
  const stuck = await product.listStalledPayouts(parts)
  for (const sentence of stuck) console.log(sentence)
  const broken = await product.findInvariantViolations(parts.db)
  for (const [name, rows] of Object.entries(broken)) console.log(`${name}: ${JSON.stringify(rows)}`)
  const isWell = left.length + stuck.length === 0 && Object.keys(broken).length === 0
  console.log(isWell ? 'All orders are as the shop has them.' : 'Not all is well; see above.')
  await stopProcess(isWell ? 0 : 1)
}
