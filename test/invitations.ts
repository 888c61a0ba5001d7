import { beforeEach } from 'vitest'
import { type GuestView, listGuests, saveGuest } from '../src/invitation/guests.contract.ts'
import {
  type InvitationView,
  listInvitations,
  type SendingResult,
  sendInvitations,
} from '../src/invitation/sending.contract.ts'
import { aHost, aRegistry } from './builders.ts'
import type { Refused } from './client.ts'
import { opened } from './opened.ts'
import { type TestApp, testApp } from './test-app.ts'

let addresses = 0
/** An e-mail address that no other test uses. */
export const newAddress = () => `guest${++addresses}@example.com`

/** The product for the tests of one file, and a new host with a registry before each test. */
export function setUpInvitations() {
  const app = opened(() => testApp())
  const fixture = { app } as {
    app: TestApp
    host: Awaited<ReturnType<typeof aHost>>
    registry: Awaited<ReturnType<typeof aRegistry>>
  }
  beforeEach(async () => {
    fixture.host = await aHost(fixture.app)
    fixture.registry = await aRegistry(fixture.app, fixture.host)
  })

  /** A call of the host about the registry. */
  function callAsHost<T = Refused>(
    endpoint: Parameters<TestApp['call']>[0],
    input: object = {},
  ): ReturnType<typeof fixture.app.call<T & Partial<Refused>>> {
    return fixture.app.call<T & Partial<Refused>>(
      endpoint,
      { registry_id: fixture.registry.code, ...input },
      { as: fixture.host.token },
    )
  }

  return Object.assign(fixture, {
    callAsHost,
    sendInvitations: (emails: string, more: object = {}) =>
      callAsHost<SendingResult>(sendInvitations, { emails, ...more }),
    listInvitations: async () => (await callAsHost<InvitationView[]>(listInvitations)).data,
    listGuests: async () => (await callAsHost<GuestView[]>(listGuests)).data,
    saveGuest: (guest: object) => callAsHost<{ id: number }>(saveGuest, guest),
    emailsTo: (recipient: string) =>
      fixture.app.db.selectFrom('mailbox').selectAll().where('recipient', '=', recipient).execute(),
  })
}
