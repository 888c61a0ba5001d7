import { emailKey } from '../../account/customer/rules.ts'
import { AppError, orNotFound } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import { deletePicturesIfUnused } from '../../registry/photo/data.ts'
import type { JobContext, RequestContext } from '../../server/context/request-context.ts'
import { countRows, findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { deleteInvitationContentOfCustomer } from '../content/data.ts'
import { maxGuestsPerRegistry } from './contract.ts'
import * as data from './data.ts'

/** Throws `guests_too_many` 409 when so many more guests would not fit on the list (R708). */
export async function checkGuestCapacity(tx: Db, registryId: number, added: number): Promise<void> {
  const current = await countRows(tx, 'guest', { registry_id: registryId })
  if (current + added > maxGuestsPerRegistry) throw new AppError('guests_too_many', 409)
}

/** The guest with that address, added without a name when not on the list. Throws `guests_too_many` 409. */
export async function findOrAddGuest(
  tx: Db,
  registryId: number,
  email: string,
  language: Language,
): Promise<{ id: number; language: Language }> {
  const key = emailKey(email)
  const known = await findRow(tx, 'guest', { registry_id: registryId, email_key: key })
  if (known) return known
  await checkGuestCapacity(tx, registryId, 1)
  const { id } = orNotFound(
    await data.insertGuest(tx, {
      registry_id: registryId,
      name: '',
      email,
      email_key: key,
      phone: null,
      language,
      people: 1,
      notes: null,
    }),
  )
  return { id, language }
}

/** Deletes the newest invitation to a guest from the outbox unless it was sent. */
export async function deleteQueuedInvitation(
  tx: Db,
  guestId: number,
  ctx: Pick<RequestContext, 'deleteEmails'>,
): Promise<void> {
  const cause = (await findRow(tx, 'invitation', { guest_id: guestId }, ['cause']))?.cause
  if (cause) await ctx.deleteEmails(tx, [cause], 'waiting')
}

/**
 * When an account is erased (R125): the letters to its guests, while their rows still name them, and the content of its
 * invitations. The guests themselves go with the other rows of the account (`life`).
 */
export async function eraseCustomerInvitations(
  tx: Db,
  { customerId }: { customerId: number },
  ctx: Pick<JobContext, 'deleteEmails' | 'now'>,
): Promise<void> {
  await ctx.deleteEmails(tx, await data.findGuestEmailCauses(tx, customerId))
  const backgrounds = await deleteInvitationContentOfCustomer(tx, customerId)
  await deletePicturesIfUnused(tx, backgrounds, ctx.now, { evenEmailed: true })
}
