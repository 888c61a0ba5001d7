import { type Insertable, type Selectable, sql } from 'kysely'
import { AppError, authorize, orNotFound } from '../base/app-error.ts'
import { dayMs } from '../base/durations.ts'
import { paths } from '../base/paths.ts'
import type { CustomerContext, RequestContext } from '../server/context/request-context.ts'
import { keyedDigest, type SigningSecrets, signText, verifySignedText } from '../server/context/signing.ts'
import { createWorkerProcess } from '../server/context/worker-process.ts'
import { countRows, findRow, getRow } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import type { DecodedPicture, DecodingTask, decodeUpload, PhotoVersions, SizedPicture } from './decoding.ts'
import {
  detectImageType,
  maxKeptBytesPerAccount,
  maxPhotoBytes,
  maxUploadedKilobytesPerAccount,
  maxUploadedKilobytesPerAddress,
  maxUploadsPerAddress,
  type PhotoCrop,
} from './photo.rules.ts'
import { canView } from './registry.rules.ts'
import { findRegistryById, type RegistryRow } from './registry.sql.ts'

/** Decodes an upload in a process of its own. Throws `refused_busy` 503 when too many are waiting or it takes too long. */
export const decodeApart = createWorkerProcess<typeof decodeUpload>('decode')

/**
 * Makes the versions of a photo (R227): upright, without metadata, the chosen square as thumbnail and up to 720
 * pixels wide, the full picture up to 1600 pixels long, and a band of a landscape photo. Hostile pictures are refused
 * (R926). Throws what `decodePhoto` throws.
 */
export async function processPhoto(file: Blob, crop: PhotoCrop | null): Promise<PhotoVersions> {
  const decoded = await decodePhoto(file, bytes => ({ kind: 'photo', bytes, crop }))
  if ('thumbnail' in decoded) return decoded
  throw pictureError('picture_broken', 422)
}

/** Makes a JPEG within a square of `maxSide` and a smaller one. Throws what `decodePhoto` throws. */
export async function processSizedPhoto(file: Blob, maxSide: number): Promise<SizedPicture> {
  const decoded = await decodePhoto(file, bytes => ({ kind: 'sized', bytes, maxSide }))
  if ('large' in decoded) return decoded
  throw pictureError('picture_broken', 422)
}

/**
 * Throws `refused_fields` with the field `picture`: `picture_large` 413, `picture_type` 415, `picture_small` and
 * `picture_broken` 422; and what `decodeApart` throws.
 */
async function decodePhoto(file: Blob, taskOf: (bytes: Uint8Array) => DecodingTask): Promise<DecodedPicture> {
  if (file.size > maxPhotoBytes) throw pictureError('picture_large', 413)
  const bytes = Buffer.from(await file.arrayBuffer())
  if (detectImageType(bytes) === null) throw pictureError('picture_type', 415)
  const decoded = await decodeApart(taskOf(bytes))
  if (!('problem' in decoded)) return decoded
  throw pictureError(`picture_${decoded.problem}`, decoded.problem === 'large' ? 413 : 422)
}

export function pictureError(messageKey: string, status: number, field = 'picture'): AppError {
  return new AppError('refused_fields', status, { fields: { [field]: messageKey } })
}

/** Saves a picture of a registry and returns its name, a keyed digest of its use and bytes that nobody can guess. */
export async function savePicture(
  tx: Db,
  picture: Pick<Tables['picture'], 'use' | 'bytes'> & { registry_id: number },
  { config, now }: Pick<RequestContext, 'config' | 'now'>,
): Promise<string> {
  const name = keyedDigest(picture.use, picture.bytes, config).toString('hex').slice(0, 40)
  await insertPicture(tx, { ...picture, name, created_at: now })
  return name
}

/** Returns the names of the saved versions as columns of the registry. */
export async function savePhotoVersions(
  tx: Db,
  registry_id: number,
  versions: PhotoVersions,
  ctx: Pick<RequestContext, 'config' | 'now'>,
) {
  const save = (bytes: Buffer) => savePicture(tx, { use: 'photo', bytes, registry_id }, ctx)
  return {
    thumbnail: await save(versions.thumbnail),
    photo: await save(versions.photo),
    full_picture: await save(versions.full),
  }
}

/**
 * `GET /images/{name}.jpg`, cached forever because the name depends on the bytes. A photo that only private
 * registries show is for their hosts. Throws `refused_missing` 404 for others, and for a photo that no registry
 * shows.
 */
export async function servePhoto(name: string, { db, customer }: RequestContext): Promise<Response> {
  const photo = orNotFound(await findVisiblePhoto(db, name))
  authorize(photo.registries.some(registry => canView(registry, customer)))
  const isPrivate = photo.registries.every(({ privacy }) => privacy === 'private')
  return respondWithJpeg(photo.bytes, isPrivate ? 'private, no-cache' : forever)
}

/** `GET /invitation-picture/{name}.jpg`; whoever knows the name may see it. Throws `refused_missing` 404. */
export async function serveBackground(name: string, db: Db): Promise<Response> {
  return respondWithJpeg(orNotFound(await findPicture(db, 'background', name)), forever)
}

const forever = 'public, max-age=31536000, immutable'

const respondWithJpeg = (bytes: Buffer, caching: string) =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': caching,
    },
  })

interface Upload<T> {
  field: string
  /** The key of the rate limit, with `perHour` uploads of a host. */
  key: string
  perHour: number
  process(): Promise<T>
  sizeOf(made: T): number
}

/**
 * Makes the picture of an upload within the limits of its host, their network address and the site (R945). Throws
 * `refused_fields` 403 for a host whose e-mail is not confirmed and 429 beyond the site's limit of the day,
 * `refused_often` 429, `refused_busy` 503, and what `process` throws.
 */
export async function processUpload<T>(upload: Upload<T>, ctx: CustomerContext): Promise<T> {
  const { customer, address, rateLimit } = ctx
  if (!customer.confirmed) throw pictureError('picture_unconfirmed', 403, upload.field)
  await rateLimit(`${upload.key}:${customer.id}`, upload.perHour, 3600)
  await rateLimit(`uploads-from:${address}`, maxUploadsPerAddress, 3600)
  const made = await upload.process()
  const kilobytes = Math.ceil(upload.sizeOf(made) / 1000)
  await rateLimit(`uploaded-by:${customer.id}`, maxUploadedKilobytesPerAccount, daySeconds, kilobytes)
  await rateLimit(`uploaded-from:${address}`, maxUploadedKilobytesPerAddress, daySeconds, kilobytes)
  await countForSite(upload.field, kilobytes, ctx)
  return made
}

const daySeconds = 86_400
/** Megabytes that all hosts may upload in a day. */
const picturesMbPerDay = 2000

/** Counts kilobytes against the site's limit; beyond it tells staff, once a day, and throws. */
async function countForSite(field: string, kilobytes: number, ctx: CustomerContext) {
  const { db, now } = ctx
  try {
    await ctx.rateLimit('uploaded', picturesMbPerDay * 1000, daySeconds, kilobytes)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const cause = `pictures-full:${now.toISOString().slice(0, 10)}`
    await ctx.tellStaff(db, { cause, template: 'pictures-full', props: { limit: picturesMbPerDay } })
    throw pictureError('picture_site_full', 429, field)
  }
}

/**
 * Call it in the transaction, after a picture was saved and the former one dropped: throws `refused_fields` 409 when
 * the pictures of all registries of the owner take too much (R945).
 */
export async function guardKeptPictures(tx: Db, ownerId: number, field: string): Promise<void> {
  await lockPicturesOf(tx, ownerId)
  if ((await sumPictureBytes(tx, ownerId)) > maxKeptBytesPerAccount)
    throw pictureError('picture_quota', 409, field)
}

type PictureUse = Tables['picture']['use']

/** A picture with the same name (same use and bytes) is stored once. */
export async function insertPicture(tx: Db, picture: Insertable<Tables['picture']>): Promise<void> {
  await tx
    .insertInto('picture')
    .values(picture)
    .onConflict(conflict => conflict.column('name').doUpdateSet({ created_at: picture.created_at }))
    .execute()
}

/** Only with this use, so that a photo can't be read at the address of backgrounds, which checks no access. */
async function findPicture(db: Db, use: PictureUse, name: string): Promise<Buffer | undefined> {
  return (await findRow(db, 'picture', { name, use }, ['bytes']))?.bytes
}

/** A photo's bytes and the registries that show it; undefined when none does. */
export async function findVisiblePhoto(db: Db, name: string) {
  // A union, so that each part uses its own index; with `or` PostgreSQL would read every registry.
  const { rows: registries } = await sql<
    Pick<Selectable<Tables['registry']>, 'privacy' | 'customer_id' | 'co_host_id'>
  >`
    select privacy, customer_id, co_host_id from registry
    where removed_at is null and id in (
      select id from registry where thumbnail = ${name}
      union all select id from registry where photo = ${name}
      union all select id from registry where full_picture = ${name}
      union all select registry_id from page_photo where large = ${name}
      union all select registry_id from page_photo where small = ${name})`.execute(db)
  if (registries.length === 0) return undefined
  const { bytes } = await getRow(db, 'picture', { name, use: 'photo' }, ['bytes'])
  return { bytes, registries }
}

/** Counts stored pictures, including those that only e-mails show. */
export function countPictures(db: Db, use: PictureUse, registryId: number): Promise<number> {
  return countRows(db, 'picture', { use, registry_id: registryId })
}

/** Records when an e-mail with the background of this registry's invitation was sent. */
export async function markBackgroundEmailed(tx: Db, registryId: number, now: Date): Promise<void> {
  await sql`
    update picture set emailed_at = ${now} from invitation_content
    where invitation_content.registry_id = ${registryId} and picture.name = background_image`.execute(tx)
}

const yearBefore = (now: Date) => new Date(now.getTime() - 365 * dayMs)

/** No registry or invitation shows the picture, and no e-mail with it was sent after `emailedSince`. */
const isUnused = (emailedSince: Date) => sql`
  (emailed_at is null or emailed_at <= ${emailedSince})
  and not exists (select from registry where picture.name in (thumbnail, photo, full_picture))
  and not exists (select from page_photo where picture.name in (large, small))
  and not exists (
    select from invitation_content content join registry on registry.id = content.registry_id
    where content.background_image = picture.name and removed_at is null)`

/**
 * Deletes pictures that are a day old and unused (pictures of backgrounds: R702); first detaches those of deleted
 * registries. Returns the most rows that one statement changed, so 0 when nothing is left.
 */
export async function deleteUnusedPictures(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - dayMs)
  const cleared = await sql`
    update registry set thumbnail = null, photo = null, full_picture = null where id in (
      select id from registry where removed_at < ${before} and thumbnail is not null
      limit ${max} for update skip locked)`.execute(db)
  const dropped = await sql`
    delete from page_photo where ctid = any (array(
      select shown.ctid from page_photo shown join registry on registry.id = registry_id
      where removed_at < ${before} limit ${max} for update of shown skip locked))`.execute(db)
  const deleted = await sql`
    delete from picture where name in (
      select name from picture where created_at < ${before} and ${isUnused(yearBefore(now))}
      limit ${max} for update skip locked)`.execute(db)
  return Math.max(...[cleared, dropped, deleted].map(({ numAffectedRows }) => Number(numAffectedRows)))
}

/**
 * Deletes these pictures unless something still shows them, as two registries may show the same one. `evenEmailed`
 * also deletes those in sent e-mails, for an erased account.
 */
export async function deletePicturesIfUnused(
  tx: Db,
  names: string[],
  now: Date,
  { evenEmailed = false } = {},
): Promise<void> {
  if (names.length === 0) return
  // Waits for transactions that are saving the same picture for another registry, so that the next statement sees it.
  await sql`select from picture where name = any(${names}::text[]) order by name for update`.execute(tx)
  await sql`
    delete from picture
    where name = any(${names}::text[]) and ${isUnused(evenEmailed ? now : yearBefore(now))}`.execute(tx)
}

/** Serialises uploads of an account until the transaction ends, so that each counts the others. */
async function lockPicturesOf(tx: Db, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('pictures'), ${customerId}::int)`.execute(tx)
}

export async function sumPictureBytes(db: Db, customerId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with own as (select * from registry where customer_id = ${customerId})
    select coalesce(sum(octet_length(bytes)), 0)::float8 as bytes from picture
    where name in (select unnest(array[thumbnail, photo, full_picture]) from own)
      or name in (select unnest(array[large, small]) from page_photo where registry_id in (select id from own))
      or registry_id in (select id from own)`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Who reads the e-mail: the photo of a private registry is only for its hosts. */
type LetterReader = 'host' | 'guest'
type PicturedRegistry = Pick<RegistryRow, 'id' | 'photo' | 'privacy' | 'event_type' | 'cover'>

/** The picture at the top of an e-mail: the hosts' photo, else the cover that they chose or that of the event type. */
export async function letterPictureOf(
  db: Db,
  registry: PicturedRegistry,
  reader: LetterReader,
  secrets: SigningSecrets,
): Promise<{ photo: string | null; cover: string | undefined }> {
  const type = await findRow(db, 'event_type', { slug: registry.event_type }, ['illustration'])
  return { photo: letterPhotoPath(registry, reader, secrets), cover: registry.cover ?? type?.illustration }
}

/**
 * A signed address of the hosts' photo for e-mails, which anybody who has it may open, because mail programs don't
 * sign in. It is the same for all readers, so that opening it doesn't tell who has read an e-mail. Null without a
 * photo, and for guests of a private registry.
 */
export function letterPhotoPath(
  { id, photo, privacy }: Pick<PicturedRegistry, 'id' | 'photo' | 'privacy'>,
  reader: LetterReader,
  secrets: SigningSecrets,
): string | null {
  if (photo === null || (reader === 'guest' && privacy === 'private')) return null
  const named = [reader, id.toString(36), photo.slice(0, digitsOfPhoto)].join('-')
  return paths.letterPhoto(signText('letter photo', named, secrets, null))
}

/** Enough digits to tell a registry's photos apart; the whole name would open the photo at its other address. */
const digitsOfPhoto = 16

/** `GET /letter-photo/{token}.jpg`. Throws `refused_missing` 404 once the photo has changed or is hidden from guests. */
export async function serveLetterPhoto(
  token: string,
  { db, config, now }: Pick<RequestContext, 'db' | 'config' | 'now'>,
): Promise<Response> {
  const [reader, id = '', digits = ''] = orNotFound(
    verifySignedText('letter photo', token, config, now) ?? undefined,
  ).split('-')
  const { photo, privacy } = orNotFound(await findRegistryById(db, Number.parseInt(id, 36)))
  const isShown = photo?.startsWith(digits) && (reader === 'host' || privacy !== 'private')
  const bytes = isShown && photo ? await findPicture(db, 'photo', photo) : undefined
  return respondWithJpeg(orNotFound(bytes), 'private, no-cache')
}
