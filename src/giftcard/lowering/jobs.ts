import type { JobContext } from '../../server/context/request-context.ts'
import { processLowering } from './service.ts'

const batchSize = 50

/** Lowers the certificates that are due, each by whichever process claims it first (R513); returns how many. */
export async function lowerDueCertificates(ctx: JobContext): Promise<number> {
  let count = 0
  while (count < batchSize && (await processLowering(ctx))) count++
  return count
}
