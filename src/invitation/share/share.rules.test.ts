import jsQR from 'jsqr'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawQrCode, formatQrSvg } from './qr.rules.ts'
import { buildShareLinks } from './share.rules.ts'

const url = 'https://doron.test/registry/ABEZHKMNPTYX?lang=el'
const text = 'Λίστα δώρων: Ελένη & Γιώργος #1 100%'

test('Greek letters and special characters reach every program unchanged', () => {
  const links = buildShareLinks(url, text)
  for (const link of Object.values(links)) expect(link).toMatch(/^[\x21-\x7e]+$/)
  const parameter = (link: string, name: string) =>
    new URLSearchParams(link.slice(link.indexOf('?') + 1).replaceAll('+', '%2B')).get(name)
  expect(parameter(links.whatsapp, 'text')).toBe(`${text}\n${url}`)
  expect(parameter(links.viber, 'text')).toBe(`${text}\n${url}`)
  expect(parameter(links.sms, 'body')).toBe(`${text}\n${url}`)
  expect(parameter(links.email, 'subject')).toBe(text)
  expect(parameter(links.email, 'body')).toBe(`${text}\r\n\r\n${url}`)
  expect(parameter(links.messenger, 'link')).toBe(url)
})

async function decodeQr(image: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(image)
    .resize(512)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

test('another program reads the QR code as SVG and as PNG', async () => {
  expect(await decodeQr(Buffer.from(formatQrSvg(drawQrCode(url))))).toBe(url)
  expect(await decodeQr(await QRCode.toBuffer(url, { width: 1024, margin: 4 }))).toBe(url)
})
