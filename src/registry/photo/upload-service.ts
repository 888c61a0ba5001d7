import { AppError } from '../../base/app-error.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { lockPicturesOf, sumPictureBytes } from './data.ts'
import {
  maxKeptBytesPerAccount,
  maxUploadedKilobytesPerAccount,
  maxUploadedKilobytesPerAddress,
  maxUploadsPerAddress,
} from './rules.ts'

/** A picture to be made anew from an upload. */
interface Upload<T> {
  /** The form's field, for errors. */
  field: string
  /** How many of this kind a host may upload in an hour. */
  key: string
  perHour: number
  process(): Promise<T>
  sizeOf(made: T): number
}

/**
 * Makes the picture of an upload within the limits of its host, their network address and the site (R945).
 * Throws `refused_fields` 403 for a host whose e-mail is not confirmed and 429 when the site takes no more today,
 * `refused_often` 429, `refused_busy` 503, and what `process` throws.
 */
export async function processUpload<T>(upload: Upload<T>, ctx: CustomerContext): Promise<T> {
  const { customer, address, rateLimit } = ctx
  if (!customer.confirmed) throw uploadError(upload, 'picture_unconfirmed', 403)
  await rateLimit(`${upload.key}:${customer.id}`, upload.perHour, 3600)
  await rateLimit(`uploads-from:${address}`, maxUploadsPerAddress, 3600)
  const made = await upload.process()
  const kilobytes = Math.ceil(upload.sizeOf(made) / 1000)
  await rateLimit(`uploaded-by:${customer.id}`, maxUploadedKilobytesPerAccount, daySeconds, kilobytes)
  await rateLimit(`uploaded-from:${address}`, maxUploadedKilobytesPerAddress, daySeconds, kilobytes)
  await countForSite(upload, kilobytes, ctx)
  return made
}

const daySeconds = 86_400
/** What hosts' pictures may take in the database in a day. */
export const picturesMbPerDay = 2000

/** Staff are told once a day when the whole site takes no more pictures. */
async function countForSite(upload: Pick<Upload<unknown>, 'field'>, kilobytes: number, ctx: CustomerContext) {
  const { db, now } = ctx
  try {
    await ctx.rateLimit('uploaded', picturesMbPerDay * 1000, daySeconds, kilobytes)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const cause = `pictures-full:${now.toISOString().slice(0, 10)}`
    await ctx.tellStaff(db, {
      cause,
      template: 'pictures-full',
      props: { limit: picturesMbPerDay },
    })
    throw uploadError(upload, 'picture_site_full', 429)
  }
}

/**
 * To be called in the transaction that has saved a picture and dropped the one before: throws `refused_fields` 409 when
 * the pictures of all registries of their owner are too many (R945).
 */
export async function guardKeptPictures(tx: Db, ownerId: number, field: string): Promise<void> {
  await lockPicturesOf(tx, ownerId)
  if ((await sumPictureBytes(tx, ownerId)) > maxKeptBytesPerAccount)
    throw uploadError({ field }, 'picture_quota', 409)
}

function uploadError({ field }: { field: string }, messageKey: string, status: number): AppError {
  return new AppError('refused_fields', status, { fields: { [field]: messageKey } })
}
