import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Refused } from '../../test/client.ts'
import { newAddress, setUpInvitations } from '../../test/invitations.ts'
import { pictureBomb } from '../../test/picture-bomb.ts'
import { maxPhotoBytes } from '../registry/photo.rules.ts'
import { type InvitationContent, showInvitationContent } from './content.contract.ts'

const t = setUpInvitations()

const content = {
  font_family: 'gfs-didot',
  text_color: '#1D5A74',
  background_color: '#ffffff',
  font_size: '20',
  text_align: 'right',
  subject: 'Ελάτε\r\nBcc: x@example.com',
  message: 'Σας περιμένουμε "><img src=x onerror=alert(1)>',
}
const save = async (more: Record<string, string | File> = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ registry_id: t.registry.code, ...content, ...more }))
    form.set(name, value)
  const answer = await t.app.request('/api/v2/invitation-content/save', {
    method: 'POST',
    headers: { authorization: `Bearer ${t.host.token}` },
    body: form,
  })
  return {
    status: answer.status,
    ...((await answer.json()) as { data: InvitationContent & Partial<Refused> }),
  }
}
const file = (bytes: Buffer | string, name: string) =>
  new File([new Uint8Array(Buffer.from(bytes))], name, { type: 'image/jpeg' })

test('content is saved by multipart, read again, and used by the e-mail', async () => {
  const photo = await sharp({ create: { width: 2000, height: 900, channels: 3, background: '#1d5a74' } })
    .withExif({ IFD0: { Copyright: 'Zumaia' } })
    .jpeg()
    .toBuffer()
  const { data } = await save({ background_image: file(photo, '../../x.html') })
  expect(data).toMatchObject({ font_family: 'gfs-didot', text_color: '#1d5a74', font_size: 20 })
  const read = await t.app.call(showInvitationContent, { registry: t.registry.code }, { as: t.host.token })
  expect(read.data).toEqual(data)
  const picture = await t.app.request(data.background_image ?? '')
  const bytes = Buffer.from(await picture.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200 })
  expect(bytes.toString('latin1')).not.toContain('Zumaia')
  const email = newAddress()
  await t.sendInvitations(email)
  await t.app.job('emails')
  const [message] = await t.emailsTo(email)
  expect(message?.subject).toBe('«Ελάτε Bcc: …»')
  expect(message?.html).toContain('color:#1d5a74')
  expect(message?.html).toContain(`https://doron.test${data.background_image}`)
  expect(message?.html).toContain('&quot;&gt;&lt;img src=x')
  expect((await save()).data.background_image).toBe(data.background_image)
  expect((await save({ remove_background: 'on' })).data.background_image).toBe(null)
})

test('a JPEG that is a page too loses the page, and its name says nothing of the file', async () => {
  const jpeg = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#334455' } })
    .jpeg()
    .toBuffer()
  const polyglot = Buffer.concat([jpeg, Buffer.from('<html><script>alert(1)</script></html>')])
  const { background_image } = (await save({ background_image: file(polyglot, '../../x.svg') })).data
  expect(background_image).toMatch(/^\/invitation-picture\/[0-9a-f]{40}\.jpg$/)
  const picture = await t.app.request(background_image ?? '')
  expect(Buffer.from(await picture.arrayBuffer()).includes('script')).toBe(false)
  await save({ remove_background: 'on' })
})

test('an unused image is deleted after a day, one that was e-mailed after a year', async () => {
  const [one, other] = await Promise.all(
    ['#a3233a', '#56692b'].map(background =>
      sharp({ create: { width: 300, height: 300, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    ),
  )
  const statusOf = async (path: string | null) => (await t.app.request(path ?? '')).status
  const first = (await save({ background_image: file(one ?? '', 'a.jpg') })).data.background_image
  await t.sendInvitations(newAddress())
  const second = (await save({ background_image: file(other ?? '', 'b.jpg') })).data.background_image
  const before = t.app.clock.now
  const afterDays = async (days: number) => {
    t.app.later(days * 1440)
    await t.app.job('retention')
    return [await statusOf(first), await statusOf(second)]
  }
  expect(await afterDays(2)).toEqual([200, 200])
  await save({ remove_background: 'on' })
  expect(await afterDays(2)).toEqual([200, 404])
  expect(await afterDays(365)).toEqual([404, 404])
  t.app.clock.now = before
})

test.each([
  ['font_family', 'Comic Sans', 'look_font_wrong'],
  ['text_color', 'red;}body{display:none', 'look_color_wrong'],
  ['background_color', '#fff', 'look_color_wrong'],
  ['font_size', '200', 'look_size_wrong'],
  ['text_align', 'justify', 'look_align_wrong'],
  ['subject', '', 'look_subject_required'],
])('an invalid %s is refused', async (name, value, key) => {
  const { status, data } = await save({ [name]: value })
  expect([status, data.keys]).toEqual([422, { [name]: key }])
})

test.each([
  [
    'an SVG with a script',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'look_picture_kind',
  ],
  ['a page', '<html><script>alert(1)</script>', 'look_picture_kind'],
  ['a truncated image', Buffer.from('ffd8ffe000104a46', 'hex'), 'look_picture_broken'],
  ['a bomb of 400 million pixels', pictureBomb(20_000, 20_000), 'look_picture_broken'],
  ['one byte too many', Buffer.alloc(maxPhotoBytes + 1, 0xff), 'look_picture_large'],
])('%s is refused as background image', async (_, bytes, key) => {
  const { data } = await save({ background_image: file(bytes, 'a.jpg') })
  expect(data.keys).toEqual({ background_image: key })
})
