import type { JobContext } from '../../server/context/request-context.ts'
import { processLineCertificate } from './process-service.ts'

const batchSize = 50

/** Makes and lowers the gift cards of lines that are due, each by whichever process claims it first; returns how many. */
export async function processDueLineCertificates(ctx: JobContext): Promise<number> {
  let count = 0
  while (count < batchSize && (await processLineCertificate(null, ctx))) count++
  return count
}
