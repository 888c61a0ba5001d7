import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Config } from '../server/config.ts'
import { type AppModule, loadAppBundle, onStop, openEnvironment, stopProcess } from './environment.ts'

const usage = `npm run reconcile -- [flags]
  (none)                    reads the orders that the shop changed, and checks what they touched
  --check                   changes nothing: what differs from the shop since the last look
  --check --since DATE      the same since that day or moment
  --check --all             everything, by slices; Ctrl-C stops it, the same command goes on
  --progress                how far the last look at everything is
  --fix                     reads orders that differ anew, and tries waiting payouts
  --received ORDER          asks that the money of this order counts as received; a manager or owner agrees in the console
  --place REFUND LINE CENTS asks the same for the line that a refund of a whole order is of
  --after-restore DATE      the database was restored from a backup of that moment
  --erasures FILE           with it: also the list of erasures of another machine`

const options = {
  check: { type: 'boolean' },
  all: { type: 'boolean' },
  fix: { type: 'boolean' },
  progress: { type: 'boolean' },
  since: { type: 'string' },
  received: { type: 'string' },
  place: { type: 'string' },
  'after-restore': { type: 'string' },
  erasures: { type: 'string', multiple: true },
} as const

type Flags = ReturnType<typeof readFlags>
type Dependencies = Parameters<AppModule['checkSince']>[0]

/** The command was called with wrong flags. */
class UsageError extends Error {}

/**
 * Compares what is counted with the shop, and repairs it (R521, R522). Ends with 0 when all is well, with 1 when
 * something was found, and with 2 when it could not look.
 */
export async function reconcileFromTerminal(config: Config, args: string[]): Promise<void> {
  try {
    const flags = readFlags(args)
    const product = await loadAppBundle()
    const dependencies = (await openEnvironment(config)).dependenciesFor(product)
    const { jobs, close } = await product.createApp(dependencies)
    onStop(close)
    const readChanged = async () => jobs.find(job => job.name === 'order-sync')?.work()
    await stopProcess((await run(flags, product, dependencies, readChanged)) ? 0 : 1)
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : `Could not look: ${messageOf(error)}`)
    await stopProcess(2)
  }
}

function readFlags(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const place = values.place === undefined ? null : [values.place, ...positionals].map(Number)
    if (place === null && positionals.length > 0) throw new UsageError()
    return {
      ...values,
      place,
      received: values.received === undefined ? null : Number(values.received),
      since: dateFrom(values.since),
      restoredFrom: dateFrom(values['after-restore']),
    }
  } catch (error) {
    throw new UsageError([messageOf(error), usage].filter(Boolean).join('\n'))
  }
}

function dateFrom(text: string | undefined): Date | null {
  if (text === undefined) return null
  const date = new Date(text)
  if (Number.isNaN(date.getTime()))
    throw new UsageError(`“${text}” is no date, such as 2026-11-23T04:00:00Z.`)
  if (date > new Date()) throw new UsageError(`${text} is in the future.`)
  return date
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** True when nothing is wrong. */
async function run(
  flags: Flags,
  product: AppModule,
  dependencies: Dependencies,
  readChanged: () => Promise<unknown>,
): Promise<boolean> {
  if (flags.progress) return printProgress(product, dependencies)
  if (flags.received !== null) return noteReceived(product, dependencies, flags.received)
  if (flags.place !== null) return placeRefund(product, dependencies, flags.place)
  if (flags.restoredFrom) return findAgain(product, dependencies, flags.restoredFrom, flags.erasures)
  if (flags.check && flags.all) return checkAll(product, dependencies)
  if (!flags.check) await readChanged()
  const fix = flags.fix === true
  const wrong = await product.checkSince(dependencies, { from: flags.since, fix })
  for (const sentence of wrong) console.log(sentence)
  await printUnmatched(product, dependencies)
  if (fix) await product.retryStalledPayouts(dependencies)
  return endWith(wrong.length + (await printStalled(product, dependencies)))
}

function endWith(found: number): boolean {
  console.log(found === 0 ? 'All orders are as the shop has them.' : 'Not all is well; see above.')
  return found === 0
}

async function printUnmatched(product: AppModule, { db }: Dependencies): Promise<void> {
  for (const { orderId, lineId, cents, reason } of await product.findUnmatchedLines(db))
    console.log(`order ${orderId}: line ${lineId}, ${cents} cents, finds no place (${reason})`)
}

async function printStalled(product: AppModule, dependencies: Dependencies): Promise<number> {
  const stalled = await product.listStalledPayouts(dependencies)
  for (const sentence of stalled) console.log(sentence)
  return stalled.length
}

async function checkAll(product: AppModule, dependencies: Dependencies): Promise<boolean> {
  console.log('Looks at everything. Ctrl-C stops it; the same command goes on where it was.')
  const { findings } = await product.checkEverything(dependencies, ({ phase, position, last_position }) => {
    if (position > 0) console.log(`${phase}: up to ${position} of ${last_position}`)
  })
  for (const sentence of findings) console.log(sentence)
  return endWith(findings.length + (await printStalled(product, dependencies)))
}

async function printProgress(product: AppModule, dependencies: Dependencies): Promise<boolean> {
  const progress = await product.findCheckProgress(dependencies)
  if (!progress) console.log('Nothing was looked at as a whole yet.')
  else {
    const { started_at, finished_at, phase, position, last_position, findings } = progress
    const state = finished_at ? 'finished' : `${phase} up to ${position} of ${last_position}`
    console.log(`Begun ${started_at.toISOString()}, ${state}; ${findings.length} found so far.`)
    for (const sentence of findings) console.log(sentence)
  }
  return progress === null || progress.findings.length === 0
}

async function noteReceived(product: AppModule, dependencies: Dependencies, order: number): Promise<boolean> {
  const asked = Number.isInteger(order)
    ? await product.notePaymentReceived(dependencies, order).catch(refusedToNull)
    : null
  console.log(
    asked === null
      ? 'No order of that number counts for a registry, or its money is known.'
      : waitsSentence(asked, `that the money of order ${order} was received`),
  )
  return asked !== null
}

/** What can't be asked for now, because of what is; any other error is thrown on. */
function refusedToNull(error: unknown): null {
  if (error instanceof Error && 'code' in error && 'status' in error) return null
  throw error
}

const waitsSentence = (id: number, what: string) =>
  `Request ${id}, ${what}, waits until a manager or owner agrees to it in the console.`

async function placeRefund(
  product: AppModule,
  dependencies: Dependencies,
  place: number[],
): Promise<boolean> {
  const [refundId = 0, lineId = 0, cents = 0] = place
  const asked = await product.placeOrderRefund(dependencies, { refundId, lineId, cents }).catch(refusedToNull)
  console.log(
    asked === null
      ? `Refund ${refundId} can’t be placed on line ${lineId} by that amount.`
      : waitsSentence(asked, `that ${cents} cents of refund ${refundId} are of line ${lineId}`),
  )
  return asked !== null
}

/** What only this database knew: the shop tells of none of it (R964, R967). */
const knownNowhereElse = [
  'Nothing outside of the database knows receipts of the till that staff recorded since then: each number is recorded again, and counts once.',
  'Nor does it know which gift a line was placed on, by whom, and a further line of an order for the same registry.',
]

async function findAgain(
  product: AppModule,
  dependencies: Dependencies,
  since: Date,
  erasureLists: string[] = [],
): Promise<boolean> {
  const missing = erasureLists.find(file => !existsSync(file))
  if (missing) throw new UsageError(`There is no file ${missing}.`)
  const { orders, erased, unplaced } = await product.recoverAfterRestore(dependencies, since, erasureLists)
  for (const sentence of unplaced) console.log(sentence)
  console.log(`${erased} accounts that had been erased since were erased again.`)
  console.log(
    `${orders} orders that the shop changed since were read; ${unplaced.length} things find no place.`,
  )
  for (const sentence of knownNowhereElse) console.log(sentence)
  return unplaced.length === 0
}
