import { expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { newAddress, setUpInvitations } from '../../test/invitations.ts'
import { getRow } from '../server/postgres/rows.ts'
import { createLinkToken } from './link-token.ts'
import { unsubscribeFromInvitations } from './reply.contract.ts'

const t = setUpInvitations()

const unsubscribe = async (token: unknown) =>
  (await t.app.call(unsubscribeFromInvitations, { token: String(token) })).status

test('an unsubscribed address gets no invitation from any host, not even queued ones', async () => {
  const email = newAddress()
  await t.sendInvitations(email)
  const row = await getRow(t.app.db, 'outbox', { recipient: email })
  expect(await unsubscribe(row.props.stop)).toBe(200)
  await t.app.job('emails')
  expect(await t.emailsTo(email)).toEqual([])
  expect(await t.listInvitations()).toMatchObject([{ state: 'failed', reason: 'invitation_stopped' }])
  t.host = await aHost(t.app)
  t.registry = await aRegistry(t.app, t.host)
  expect((await t.sendInvitations(email)).data.skipped).toEqual([{ email, reason: 'invitation_stopped' }])
  const entries = await t.app.db.selectFrom('email_suppression').selectAll().execute()
  expect(JSON.stringify(entries)).not.toContain(email)
})

test('a link stops invitations although a restored database knows nothing of its letter', async () => {
  const email = newAddress()
  await t.sendInvitations(email)
  const { props } = await getRow(t.app.db, 'outbox', { recipient: email })
  await t.app.db.deleteFrom('email_suppression').execute()
  expect(await unsubscribe(props.stop)).toBe(200)
  t.host = await aHost(t.app)
  t.registry = await aRegistry(t.app, t.host)
  expect((await t.sendInvitations(email)).data.skipped).toEqual([{ email, reason: 'invitation_stopped' }])
})

test('a signed text that is no digest of an address stops nothing, and says so', async () => {
  const token = createLinkToken('stop', 1, t.app.config, t.app.clock.now)
  expect(await unsubscribe(token)).toBe(404)
})
