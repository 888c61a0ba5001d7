import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aHost, aRegistry } from '../../../test/build.ts'
import { type Refused, type World, world } from '../../../test/world.ts'
import * as contract from '../content/contract.ts'
import * as guestSaid from '../guests/contract.ts'
import * as replySaid from '../reply/contract.ts'
import { suppressInvitationEmails, upsertSuppressionEntry } from '../unsubscribe/data.ts'
import { createLinkToken, digestEmailAddress } from './link-token-rules.ts'

let w: World
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())
beforeEach(async () => {
  host = await aHost(w)
  registry = await aRegistry(w, host)
})

const invites = (emails: string, more: object = {}) =>
  w.call<{ sent: number; skipped: { email: string; reason: string }[] } & Partial<Refused>>(
    contract.sendInvitations,
    { registry_id: registry.code, emails, ...more },
    { as: host.token },
  )
const invited = async () =>
  (
    await w.call<contract.InvitationView[]>(
      contract.listInvitations,
      { registry_id: registry.code },
      { as: host.token },
    )
  ).data
const guests = async () =>
  (
    await w.call<guestSaid.GuestView[]>(
      guestSaid.listGuests,
      { registry_id: registry.code },
      { as: host.token },
    )
  ).data
const saves = (guest: object) =>
  w.call<{ id: number } & Partial<Refused>>(
    guestSaid.saveGuest,
    { registry_id: registry.code, ...guest },
    { as: host.token },
  )
const letters = (to: string) => w.db.selectFrom('mailbox').selectAll().where('recipient', '=', to).execute()
let people = 0
const address = () => `guest${++people}@example.com`

describe('sending', () => {
  test('each address gets one letter in its language, with a link of its own', async () => {
    const [one, two] = [address(), address()]
    const { status, data } = await invites(`${one}; ${two.toUpperCase()}, ${two}`, { language: 'el' })
    expect([status, data]).toEqual([200, { sent: 2, skipped: [] }])
    expect((await invited()).map(({ state }) => state)).toEqual(['queued', 'queued'])
    await w.job('letters')
    expect((await invited()).map(({ state }) => state)).toEqual(['sent', 'sent'])
    const [letter] = await letters(one)
    const [guest] = await guests()
    expect(letter?.subject).toBe('Σας προσκαλούμε · Ελένη & Γιώργος')
    expect(letter?.html).toContain(`https://doron.test/reply/${guest?.token}?lang=el`)
    expect(letter?.plain).toContain('19 Ιουνίου 2027')
    expect(letter?.html).not.toMatch(/<img/)
    expect(letter?.html + (letter?.plain ?? '')).not.toContain('Αμαλίας')
  })

  test('what is no address is told, and nothing goes out', async () => {
    const { status, data } = await invites(`${address()}; anna@; νίκος`)
    expect([status, data.keys, data.wrong]).toEqual([
      422,
      { emails: 'invitation_emails_wrong' },
      ['anna@', 'νίκος'],
    ])
    expect(await invited()).toEqual([])
  })

  test('who is invited is not invited again, unless the host says so', async () => {
    const email = address()
    await invites(email)
    expect((await invites(email)).data).toEqual({
      sent: 0,
      skipped: [{ email, reason: 'invitation_already' }],
    })
    await w.job('letters')
    const [{ id } = { id: 0 }] = await invited()
    await w.call(contract.resendInvitation, { registry_id: registry.code, id }, { as: host.token })
    await w.job('letters')
    expect(await letters(email)).toHaveLength(2)
  })

  test('one address gets three a day, whoever writes; then its host learns why not', async () => {
    const email = address()
    for (let count = 0; count < 3; count++) {
      registry = await aRegistry(w, host)
      expect((await invites(email)).data.sent).toBe(1)
    }
    registry = await aRegistry(w, host)
    expect((await invites(email)).data.skipped).toEqual([{ email, reason: 'invitation_often' }])
  })

  test('a host has so many a day, however they are asked for at once', async () => {
    w.config.INVITATIONS_PER_DAY = 5
    const tries = await Promise.all(Array.from({ length: 8 }, () => invites(`${address()};${address()}`)))
    w.config.INVITATIONS_PER_DAY = 300
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(tries.find(({ status }) => status === 429)?.data).toMatchObject({
      code: 'invitations_day',
      left: 1,
      retry_after: 86_400,
    })
  })

  test('a letter that has not left can be taken back', async () => {
    const email = address()
    await invites(email)
    const [{ id } = { id: 0 }] = await invited()
    await w.call(contract.removeInvitation, { registry_id: registry.code, id }, { as: host.token })
    await w.job('letters')
    expect([await invited(), await letters(email)]).toEqual([[], []])
    expect(await guests()).toHaveLength(1)
  })

  test('the host reads it first, and no link of that letter answers for anybody', async () => {
    await w.call(contract.sendTestInvitation, { registry_id: registry.code }, { as: host.token })
    await w.job('letters')
    const [letter] = await letters(host.email)
    expect(letter?.html).toContain(`/registry/${registry.code}/edit/invitation-settings`)
    expect(letter?.html).not.toMatch(/\/reply\/|stop-invitations/)
  })

  test('a private list is not linked to', async () => {
    registry = await aRegistry(w, host, { privacy: 'private' })
    const email = address()
    await invites(email)
    await w.job('letters')
    expect((await letters(email))[0]?.html).not.toContain('/gifts')
  })
})

describe('the end of it', () => {
  const stop = (path: string) =>
    w.request(`/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: stopToken }),
    })
  let stopToken = ''

  test('after the stop nothing more goes there, from any host; waiting letters stay', async () => {
    const email = address()
    await invites(email)
    const row = await w.db
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    stopToken = String(row.props.stop)
    expect((await stop(replySaid.unsubscribeFromInvitations.path)).status).toBe(200)
    await w.job('letters')
    expect(await letters(email)).toEqual([])
    expect(await invited()).toMatchObject([{ state: 'failed', reason: 'invitation_stopped' }])
    host = await aHost(w)
    registry = await aRegistry(w, host)
    expect((await invites(email)).data.skipped).toEqual([{ email, reason: 'invitation_stopped' }])
    const kept = await w.db.selectFrom('email_suppression').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(email)
  })
})

describe('replying', () => {
  const show = (token: string) =>
    w.call<replySaid.GuestInvitationView>(replySaid.showGuestInvitation, { token })
  const reply = (token: string, more: object, language = 'en') => {
    const { method, path } = replySaid.sendReply
    return w.call<Partial<Refused>>({ method, path: `${path}?lang=${language}` }, { token, ...more })
  }

  test('a guest says how many come and a word; the host reads it, and may hear another answer', async () => {
    await saves({ name: 'Οικογένεια Παππά', people: 4 })
    const [{ token } = { token: '' }] = await guests()
    expect((await show(token)).data).toMatchObject({
      guest: { name: 'Οικογένεια Παππά', people: 4, reply: null },
    })
    expect((await reply(token, { reply: 'coming' })).data.keys).toEqual({ coming: 'reply_people_wrong' })
    await reply(token, { reply: 'coming', coming: 3, word: 'Ερχόμαστε! <b>' })
    await w.job('letters')
    const [letter] = await letters(host.email)
    expect(letter?.subject).toBe('Θα έρθουν 3 άτομα · Ελένη & Γιώργος')
    expect(letter?.html).toContain('Ερχόμαστε! &lt;b&gt;')
    expect(await guests()).toMatchObject([{ reply: 'coming', coming: 3, word: 'Ερχόμαστε! <b>' }])
    w.later(5)
    await reply(token, { reply: 'not_coming', coming: 3 })
    expect(await guests()).toMatchObject([{ reply: 'not_coming', coming: 0, word: null }])
  })

  test('the guest gets what he answered, with his link, in the language he answered in', async () => {
    const email = address()
    await saves({ name: 'Άννα', email })
    const [{ token } = { token: '' }] = await guests()
    const answer = { reply: 'coming', coming: 2, word: 'Τα λέμε εκεί!' }
    await Promise.all([reply(token, answer, 'el'), reply(token, answer, 'el')])
    w.later(5)
    await reply(token, answer, 'el')
    await w.job('letters')
    const [letter, ...more] = await letters(email)
    expect(more).toEqual([])
    expect(letter?.subject).toBe('Η απάντησή σας · Ελένη & Γιώργος')
    expect(letter?.plain).toContain('θα έρθετε: 2 άτομα')
    expect(letter?.plain).toContain('Τα λέμε εκεί!')
    expect(letter?.html).toContain(`https://doron.test/reply/${token}?lang=el`)
    expect(await letters(host.email)).toHaveLength(1)
    w.later(5)
    await reply(token, { reply: 'not_coming' })
    await w.job('letters')
    expect((await letters(email)).map(({ subject }) => subject)).toContain('Your answer · Ελένη & Γιώργος')
  })

  test('no more than five such letters go to an address in a day, and none to one that wants none', async () => {
    const [often, never] = [address(), address()]
    await saves({ name: 'Άννα', email: often })
    await saves({ name: 'Νίκος', email: never })
    const [first, second] = await guests()
    for (let coming = 1; coming <= 7; coming++) {
      w.later(1)
      expect((await reply(first?.token ?? '', { reply: 'coming', coming })).status).toBe(200)
    }
    const { id } = await upsertSuppressionEntry(w.db, digestEmailAddress(never, w.config.SECRET))
    await suppressInvitationEmails(w.db, id, w.clock.now)
    await reply(second?.token ?? '', { reply: 'not_coming' })
    await w.job('letters')
    expect([await letters(often), await letters(never)].map(one => one.length)).toEqual([5, 0])
    expect(await guests()).toMatchObject([{ coming: 7 }, { reply: 'not_coming' }])
  })

  test('an opened link shows in the list of invited', async () => {
    await invites(address())
    const [{ token } = { token: '' }] = await guests()
    await w.call(replySaid.recordInvitationOpened, { token })
    expect(await invited()).toMatchObject([{ state: 'opened' }])
    await reply(token, { reply: 'not_coming' })
    expect(await invited()).toMatchObject([{ state: 'replied', reply: 'not_coming' }])
  })

  test('nobody guesses a link, and one for something else is none', async () => {
    const { data } = await saves({ name: 'Άννα' })
    const stop = createLinkToken('stop', data.id, w.config.SECRET)
    for (const token of [`${data.id}`, `${data.id.toString(36)}-`, stop, 'x', `0-${stop.split('-')[1]}`])
      expect((await show(token)).status).toBe(404)
    const own = createLinkToken('reply', data.id, w.config.SECRET)
    expect((await show(own)).status).toBe(200)
    await w.call(guestSaid.removeGuest, { registry_id: registry.code, id: data.id }, { as: host.token })
    expect((await show(own)).status).toBe(404)
  })
})

describe('the guest list', () => {
  test('keeps phones as numbers, and one guest an address', async () => {
    const email = address()
    const { data } = await saves({ name: 'Άννα', email, phone: '694 400 0000' })
    expect(await guests()).toMatchObject([{ id: data.id, phone: '+306944000000', language: 'el', people: 1 }])
    const again = await saves({ name: 'Άλλη', email: email.toUpperCase() })
    expect([again.status, again.data.keys]).toEqual([422, { email: 'guest_email_twice' }])
    expect((await saves({ id: data.id, name: 'Άννα Μαρία', email })).status).toBe(200)
    expect((await saves({ people: 3 })).data.keys).toEqual({ name: 'guest_nobody' })
  })

  test('takes in what is right of a pasted list, and no one twice', async () => {
    const [one, two] = [address(), address()]
    const list = `Άννα;${one}\nΝίκος;${two};χ@\n;κακό@`
    const takes = () =>
      w.call<object>(guestSaid.importGuests, { registry_id: registry.code, list }, { as: host.token })
    expect((await takes()).data).toEqual({ added: 2, known: 0, wrong: 1 })
    expect((await takes()).data).toEqual({ added: 0, known: 2, wrong: 1 })
  })

  test('another host’s guest is out of reach', async () => {
    const { data } = await saves({ name: 'Άννα' })
    const other = await aHost(w)
    const theirs = await aRegistry(w, other)
    for (const path of [guestSaid.removeGuest, contract.resendInvitation, contract.removeInvitation]) {
      const answer = await w.call(path, { registry_id: theirs.code, id: data.id }, { as: other.token })
      expect(answer.status).toBe(404)
    }
    expect(await guests()).toHaveLength(1)
  })
})

describe('how it looks', () => {
  const look = {
    font_family: 'gfs-didot',
    text_color: '#1D5A74',
    background_color: '#ffffff',
    font_size: '20',
    text_align: 'right',
    subject: 'Ελάτε\r\nBcc: x@example.com',
    message: 'Σας περιμένουμε "><img src=x onerror=alert(1)>',
  }
  const saved = async (more: Record<string, string | File> = {}) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ registry_id: registry.code, ...look, ...more }))
      form.set(name, value)
    const answer = await w.request('/api/v2/invitation-content/save', {
      method: 'POST',
      headers: { authorization: `Bearer ${host.token}` },
      body: form,
    })
    return {
      status: answer.status,
      ...((await answer.json()) as { data: contract.InvitationContent & Partial<Refused> }),
    }
  }
  const file = (bytes: Buffer | string, name: string) =>
    new File([new Uint8Array(Buffer.from(bytes))], name, { type: 'image/jpeg' })

  test('is saved by multipart, read by its address, and dresses the letter', async () => {
    const photo = await sharp({ create: { width: 2000, height: 900, channels: 3, background: '#1d5a74' } })
      .withExif({ IFD0: { Copyright: 'Zumaia' } })
      .jpeg()
      .toBuffer()
    const { data } = await saved({ background_image: file(photo, '../../x.html') })
    expect(data).toMatchObject({ font_family: 'gfs-didot', text_color: '#1d5a74', font_size: 20 })
    const read = await w.call(contract.showInvitationContent, { registry: registry.code }, { as: host.token })
    expect(read.data).toEqual(data)
    const picture = await w.request(data.background_image ?? '')
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200 })
    expect(bytes.toString('latin1')).not.toContain('Zumaia')
    const email = address()
    await invites(email)
    await w.job('letters')
    const [letter] = await letters(email)
    expect(letter?.subject).toBe('Ελάτε Bcc: x@example.com')
    expect(letter?.html).toContain('color:#1d5a74')
    expect(letter?.html).toContain(`https://doron.test${data.background_image}`)
    expect(letter?.html).toContain('&quot;&gt;&lt;img src=x')
    expect((await saved()).data.background_image).toBe(data.background_image)
    expect((await saved({ remove_background: 'on' })).data.background_image).toBe(null)
  })

  test('a picture that no invitation shows goes after a day, one that was mailed after a year', async () => {
    const [one, other] = await Promise.all(
      ['#a3233a', '#56692b'].map(background =>
        sharp({ create: { width: 300, height: 300, channels: 3, background } })
          .jpeg()
          .toBuffer(),
      ),
    )
    const seen = async (path: string | null) => (await w.request(path ?? '')).status
    const first = (await saved({ background_image: file(one ?? '', 'a.jpg') })).data.background_image
    await invites(address())
    const second = (await saved({ background_image: file(other ?? '', 'b.jpg') })).data.background_image
    const before = w.clock.now
    const afterDays = async (days: number) => {
      w.later(days * 1440)
      await w.job('invitation-pictures')
      return [await seen(first), await seen(second)]
    }
    expect(await afterDays(2)).toEqual([200, 200])
    await saved({ remove_background: 'on' })
    expect(await afterDays(2)).toEqual([200, 404])
    expect(await afterDays(365)).toEqual([404, 404])
    w.clock.now = before
  })

  test.each([
    ['font_family', 'Comic Sans', 'look_font_wrong'],
    ['text_color', 'red;}body{display:none', 'look_color_wrong'],
    ['background_color', '#fff', 'look_color_wrong'],
    ['font_size', '200', 'look_size_wrong'],
    ['text_align', 'justify', 'look_align_wrong'],
    ['subject', '', 'look_subject_required'],
  ])('%s must be one that we know', async (name, value, key) => {
    const { status, data } = await saved({ [name]: value })
    expect([status, data.keys]).toEqual([422, { [name]: key }])
  })

  test.each([
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'look_picture_kind',
    ],
    ['a page', '<html><script>alert(1)</script>', 'look_picture_kind'],
    ['the beginning of a picture', Buffer.from('ffd8ffe000104a46', 'hex'), 'look_picture_broken'],
  ])('%s is no background', async (_, bytes, key) => {
    const { data } = await saved({ background_image: file(bytes, 'a.jpg') })
    expect(data.keys).toEqual({ background_image: key })
  })
})
