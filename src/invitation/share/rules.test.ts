import jsQR from 'jsqr'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawQrCode, formatQrSvg } from './qr-rules.ts'
import { buildShareLinks } from './rules.ts'

const url = 'https://doron.test/registry/ABEZHKMNPTYX?lang=el'
const text = 'Λίστα δώρων: Ελένη & Γιώργος #1 100%'

test('Greek, ampersands and signs arrive in every program as they were', () => {
  const links = buildShareLinks({ url, text, subject: text })
  for (const link of Object.values(links)) expect(link).toMatch(/^[\x21-\x7e]+$/)
  const sent = (link: string, name: string) =>
    new URLSearchParams(link.slice(link.indexOf('?') + 1).replaceAll('+', '%2B')).get(name)
  expect(sent(links.whatsapp, 'text')).toBe(`${text}\n${url}`)
  expect(sent(links.viber, 'text')).toBe(`${text}\n${url}`)
  expect(sent(links.sms, 'body')).toBe(`${text}\n${url}`)
  expect(sent(links.email, 'subject')).toBe(text)
  expect(sent(links.email, 'body')).toBe(`${text}\r\n\r\n${url}`)
  expect(sent(links.messenger, 'link')).toBe(url)
})

async function decoded(image: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(image)
    .resize(512)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

test('the QR code is read by another program, as a drawing and as pixels', async () => {
  expect(await decoded(Buffer.from(formatQrSvg(drawQrCode(url))))).toBe(url)
  expect(await decoded(await QRCode.toBuffer(url, { width: 1024, margin: 4 }))).toBe(url)
})
