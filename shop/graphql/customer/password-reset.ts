import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { findCustomerById, hashPassword, updateCustomer } from '../../customers.ts'
import { inTransaction } from '../../database.ts'
import { keepLetter } from '../../letters.ts'
import { deleteRecords, findRecords, insertRecord } from '../../records.ts'
import { storefrontUrlOf } from '../../storefronts.ts'
import { errorNode, type QueryContext } from '../common-nodes.ts'

const kind = 'password_reset'
const validForMs = 24 * 3600 * 1000
const defaultPath = '/login.php?action=change_password'

const digest = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Writes a letter with a link to a new password, where there is such a customer; the answer does not tell whether there
 * is.
 */
export async function requestResetPassword(
  ctx: QueryContext,
  { email, path }: { email: string; path?: string | null },
) {
  const { store } = ctx
  const { rows } = await store.db.query<{ id: number }>(
    'select id from shop.customer where lower(email) = lower($1)',
    [email.trim()],
  )
  const [customer] = rows
  if (!customer) return { errors: [] }
  const token = randomBytes(32).toString('hex')
  const link = new URL(
    `${storefrontUrlOf(store, ctx.channelId)}${path?.startsWith('/') ? path : defaultPath}`,
  )
  link.searchParams.set('c', String(customer.id))
  link.searchParams.set('t', token)
  await inTransaction(store.db, async tx => {
    const earlier = await findRecords(tx, kind, customer.id)
    await deleteRecords(
      tx,
      kind,
      earlier.map(({ id }) => id),
    )
    await insertRecord(tx, kind, { hash: digest(token) }, { parentId: customer.id, now: store.now() })
    await keepLetter(store, tx, { to: email.trim(), subject: 'A new password', text: link.href })
  })
  return { errors: [] }
}

interface ResetInput {
  customerEntityId: number
  token: string
  newPassword: string
}

/** Sets the password of whoever has the link, once and for a day. */
export function resetPassword(
  ctx: QueryContext,
  { customerEntityId, token, newPassword }: ResetInput,
  weakness: object | undefined,
) {
  const { store } = ctx
  if (weakness) return { errors: [weakness] }
  return inTransaction(store.db, async tx => {
    await tx.query('select from shop.customer where id = $1 for update', [customerEntityId])
    const [asked] = await findRecords<{ hash: string }>(tx, kind, customerEntityId)
    const isValid =
      asked !== undefined &&
      asked.created.getTime() > store.now().getTime() - validForMs &&
      timingSafeEqual(Buffer.from(asked.hash), Buffer.from(digest(token)))
    if (!isValid || !(await findCustomerById(tx, customerEntityId)))
      return { errors: [errorNode('CustomerPasswordError', 'The link is not valid any more.')] }
    await deleteRecords(tx, kind, [asked.id])
    await updateCustomer(store, tx, customerEntityId, { password: await hashPassword(newPassword) })
    return { errors: [] }
  })
}
