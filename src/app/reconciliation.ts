import { repeatDeactivations, repeatErasures } from '../account/deletion.ts'
import { endRestoredAccounts } from '../account/revocation.ts'
import { endRestoredStaff, isOfStaff } from '../console/member.ts'
import { stopInvitationsAgain } from '../invitation/unsubscribe.ts'
import { recoverHostOrders } from '../money/host-order.ts'
import { compareHostOrders } from '../money/payout/redeem.ts'
import { recoverCertificates } from '../money/recovery.ts'
import { findAmountViolations, findLetterViolations } from '../orders/reconciliation/reconciliation.sql.ts'
import {
  advanceRun,
  checkRegistries,
  compareOrders,
  describeDifference,
  describeViolations,
  findDifferingOrders,
  findFindings,
  findLastLetter,
  findLastLook,
  findLastRun,
  findOrdersToCompare,
  findViolationsSince,
  noteLook,
  openRun,
  type ReconcileRun,
  repairOrders,
} from '../orders/reconciliation/reconciliation.ts'
import * as restore from '../orders/restore/after-restore.ts'
import { endRestoredRegistryRights } from '../registry/co-host.ts'
import { type RevokedRight, readErasures, readRevokedRights } from '../server/backup/erasure-log.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { runInBackground } from '../shop/port-store.ts'
import { type AppDependencies, createJobContext } from './context.ts'

/** With the pool of the jobs and its longer time limits, because no visitor waits. */
const createCheckContext = (dependencies: AppDependencies) =>
  createJobContext({ ...dependencies, db: dependencies.jobsDb ?? dependencies.db })

/**
 * Looks at what changed since that moment, else since the last look: orders beside the shop, and invariants of the
 * registries that they touched. With `fix` the orders that differ are read anew first. Returns a sentence with ids for
 * each thing that is wrong. Throws ShopFailure.
 */
export async function checkSince(
  dependencies: AppDependencies,
  { from, fix }: { from: Date | null; fix: boolean },
): Promise<string[]> {
  const ctx = createCheckContext(dependencies)
  const since = from ?? (await findLastLook(ctx))
  return runInBackground(async () => {
    const ids = await findOrdersToCompare(ctx, since)
    const differences = await compareOrders(ids, ctx)
    const remaining = fix ? await repairOrders(ctx, differences, since) : differences
    const ofHosts = await compareHostOrders(ctx, ids)
    const violations = describeViolations(await findViolationsSince(ctx, since))
    const sentences = [...[...remaining, ...ofHosts].map(describeDifference), ...violations]
    if (sentences.length === 0 && from === null) await noteLook(ctx, ctx.now)
    return sentences
  })
}

/** How far a look at everything is, and what it has found: sentences with ids, a line each. */
type RunProgress = ReconcileRun & { findings: string[] }

/**
 * Looks at everything, one slice after the other (R521): invariants of registries, then e-mails, then orders by pages of the
 * shop's list. What was stopped goes on where it was; several processes share the slices. `onStep` is told after each.
 * Throws ShopFailure.
 */
export async function checkEverything(
  dependencies: AppDependencies,
  onStep: (run: ReconcileRun) => void,
): Promise<RunProgress> {
  const ctx = createCheckContext(dependencies)
  let run = await openRun(ctx.db, ctx.now)
  while (run.finished_at === null) {
    const { phase, position } = run
    const look = phases[phase] ?? phases.registries
    const { last, sentences } = await runInBackground(() => look(position, ctx))
    const following = Object.keys(phases)[Object.keys(phases).indexOf(phase) + 1]
    const next = last === null ? { phase: following ?? 'done', position: 0 } : { phase, position: last }
    const finished_at = next.phase === 'done' ? ctx.now : null
    await advanceRun(ctx.db, run, { ...next, finished_at }, sentences, ctx.now)
    run = (await findLastRun(ctx.db)) ?? { ...run, finished_at: ctx.now }
    onStep(run)
  }
  return { ...run, findings: await findFindings(ctx.db, run.id) }
}

/** Looks at what comes after an id; `last` is null when nothing does. */
type Look = (after: number, ctx: JobContext) => Promise<{ last: number | null; sentences: string[] }>

const lettersAtOnce = 20_000

/** In the order in which they are looked at. */
const phases: { [phase: string]: Look; registries: Look } = {
  registries: async (after, ctx) => {
    const { last, violations } = await checkRegistries(ctx, { after, since: null })
    const found = last === null ? await findAmountViolations(ctx.db) : violations
    return { last, sentences: describeViolations(found) }
  },
  letters: async (after, { db }) => {
    const last = await findLastLetter(db, after, lettersAtOnce)
    const found = last === null ? {} : await findLetterViolations(db, { after, to: last })
    return { last, sentences: describeViolations(found) }
  },
  orders: async (after, ctx) => {
    const { last, ids } = await findDifferingOrders(ctx, after)
    const differences = [...(await compareHostOrders(ctx, ids)), ...(await compareOrders(ids, ctx))]
    return { last, sentences: differences.map(describeDifference) }
  },
}

/** How far the last look at everything is; null when there was none. */
export async function findCheckProgress({ db }: AppDependencies): Promise<RunProgress | null> {
  const run = await findLastRun(db)
  return run ? { ...run, findings: await findFindings(db, run.id) } : null
}

/**
 * The database was restored from a backup of that moment: ids that were given since are never given again (R522), and
 * no right that was taken away since comes back (R1261). `lists` are those of other machines. Returns a sentence for each
 * thing that a person has to look at.
 */
async function declareRestore(
  dependencies: AppDependencies,
  since: Date,
  lists: string[],
): Promise<string[]> {
  const ctx = createCheckContext(dependencies)
  const revoked = readRevokedRights([ctx.config.ERASURE_LOG, ...lists], since)
  await restore.noteRestore(since, ctx, async tx => {
    await endRestoredAccounts(tx, revoked, ctx)
    await repeatDeactivations(tx, revoked, ctx)
    await endRestoredRegistryRights(tx, revoked)
    await endRestoredStaff(tx, revoked)
    await stopInvitationsAgain(tx, revoked, ctx)
  })
  return describeRevokedRights(revoked)
}

/** What a person has to put right, because the list names no addresses and no people. */
function describeRevokedRights(revoked: RevokedRight[]): string[] {
  const sentences = revoked.flatMap(right => {
    const when = right.at.slice(0, 16)
    if (isOfStaff(right))
      return `the staff were changed on ${when}Z: nobody of them can sign in until \`npm run staff -- invite\``
    if (right.kind === 'email_changed')
      return `account ${right.customer} got another e-mail on ${when}Z, which is lost: the former one has to be confirmed anew; ask its owner`
    if (right.kind === 'address_changed')
      return `registry ${right.registry} got another delivery address on ${when}Z, which is lost: ask its hosts before anything is sent`
    return []
  })
  return [...new Set(sentences)]
}

/**
 * Erases the accounts again that were erased since a backup that was restored (R523), counts the orders again that the
 * shop has changed since, and then takes over the orders for hosts and certificates that it has made since (R522, R617).
 * `erasureLists` are lists of other machines. Throws ShopFailure.
 */
export async function recoverAfterRestore(
  dependencies: AppDependencies,
  since: Date,
  erasureLists: string[] = [],
): Promise<{ orders: number; erased: number; unplaced: string[] }> {
  const ctx = createCheckContext(dependencies)
  const erasures = readErasures([ctx.config.ERASURE_LOG, ...erasureLists])
  const rights = await declareRestore(dependencies, since, erasureLists)
  // Before orders are read, so that erased people are not named again; the rest once their money has been found.
  const { repeated } = await repeatErasures(erasures, ctx)
  const { orders, unplaced, placedForHosts } = await restore.findOrdersAgain(since, ctx)
  const ofHosts = await recoverHostOrders(placedForHosts, ctx)
  const certificates = await recoverCertificates(ctx)
  const { repeated: repeatedLater, waiting } = await repeatErasures(erasures, ctx)
  return {
    orders,
    erased: repeated + repeatedLater,
    unplaced: [...rights, ...unplaced, ...ofHosts, ...certificates, ...waiting],
  }
}
