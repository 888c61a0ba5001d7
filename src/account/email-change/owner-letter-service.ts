import { randomUUID } from 'node:crypto'
import type { Language } from '../../base/language.ts'
import type { OutgoingEmail, RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { formatDeviceName, parseUserAgent } from '../session/device-rules.ts'
import { findFormerEmail } from './data.ts'
import type { ProtectedAct } from './rules.ts'

/** Whose account it is, and where its letters go. */
interface Owner {
  id: number
  email: string
  language: Language
}

/**
 * A letter about the account to its owner: to its e-mail, and to the former one as long as the change can be taken back,
 * because the new one may be a thief's (R1223).
 */
export async function writeToOwner(
  tx: Db,
  { id, email, language }: Owner,
  letter: Pick<OutgoingEmail, 'cause' | 'template' | 'props'>,
  ctx: Pick<RequestContext, 'enqueueEmail' | 'now'>,
): Promise<void> {
  await ctx.enqueueEmail(tx, { ...letter, language, to: email })
  const former = await findFormerEmail(tx, id, ctx.now)
  if (former !== null && former !== email)
    await ctx.enqueueEmail(tx, { ...letter, cause: `${letter.cause}:former`, language, to: former })
}

/** Tells the owner of an act that has no letter of its own. */
export async function tellOfProtectedAct(
  tx: Db,
  {
    owner,
    act,
    registry,
  }: { owner: Owner; act: ProtectedAct; registry?: { id: number; registry_name: string } },
  ctx: RequestContext,
): Promise<void> {
  const letter = {
    cause: `protected:${owner.id}:${act}:${registry?.id ?? ''}:${randomUUID()}`,
    template: 'protected-act',
    props: {
      act,
      registry: registry?.registry_name ?? null,
      device: formatDeviceName(parseUserAgent(ctx.userAgent)),
      at: ctx.now.toISOString(),
    },
  }
  await writeToOwner(tx, owner, letter, ctx)
}
