import type { Insertable } from 'kysely'
import { saveRow } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

export async function upsertInvitationContent(
  tx: Db,
  content: Insertable<Tables['invitation_content']>,
): Promise<void> {
  await saveRow(tx, 'invitation_content', ['registry_id'], content)
}

/** Deletes the invitation content of a customer's registries, and answers the names of its pictures. */
export async function deleteInvitationContentOfCustomer(tx: Db, customerId: number): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('invitation_content')
    .where('registry_id', 'in', registries =>
      registries.selectFrom('registry').select('id').where('customer_id', '=', customerId),
    )
    .returning('background_image')
    .execute()
  return deleted.flatMap(({ background_image }) => background_image ?? [])
}
