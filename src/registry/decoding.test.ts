import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorkerProcess } from '../server/context/worker-process.ts'
import type { DecodedPicture, DecodingTask, decodeUpload } from './decoding.ts'
import { decodeApart } from './photo.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decoder-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('uploads that arrive at once each get their own picture', async () => {
  const widths = [40, 300, 120, 500, 80]
  const decoded = await Promise.all(widths.map(async width => decodeApart(await pictureTask(width))))
  expect(await Promise.all(decoded.map(widthOf))).toEqual(widths)
})

test('an upload whose decoder is killed is broken, and neither those that wait nor the next one are', async () => {
  // A decoder that kills itself on a picture of one byte, and sends back any other unchanged.
  const decode = createWorkerProcess<typeof decodeUpload>('decode', {
    program: await writeProgram(`process.on('message', task => task.bytes.length === 1
      ? process.kill(process.pid, 'SIGKILL') : process.send({ picture: task.bytes }))`),
  })
  const pieces = [2, 1, 3, 1, 4]
  expect((await Promise.all(pieces.map(size => decode(taskOf(new Uint8Array(size)))))).map(sizeOf)).toEqual([
    2,
    'broken',
    3,
    'broken',
    4,
  ])
  expect(sizeOf(await decode(taskOf(new Uint8Array(5))))).toBe(5)
})

test('an upload that takes too long is refused as busy, not as broken, and the next one is decoded', async () => {
  const decode = createWorkerProcess<typeof decodeUpload>('decode', {
    program: await writeProgram(`process.on('message', task => task.bytes.length === 1
      || process.send({ picture: task.bytes }))`),
    longestMs: 2000,
  })
  await expect(decode(taskOf(new Uint8Array(1)))).rejects.toMatchObject({ code: 'refused_busy', status: 503 })
  expect(sizeOf(await decode(taskOf(new Uint8Array(5))))).toBe(5)
})

test('what can’t be sent fails alone, and the next upload is decoded', async () => {
  const decode = createWorkerProcess<typeof decodeUpload>('decode', {
    program: await writeProgram(`process.on('message', task => process.send({ picture: task.bytes }))`),
  })
  const unsendable = { ...taskOf(new Uint8Array(1)), extra: () => {} }
  await expect(decode(unsendable)).rejects.toThrow('could not be cloned')
  expect(sizeOf(await decode(taskOf(new Uint8Array(6))))).toBe(6)
})

async function writeProgram(text: string): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.mjs`)
  await writeFile(path, text)
  return path
}

async function pictureTask(width: number): Promise<DecodingTask> {
  const picture = sharp({ create: { width, height: 20, channels: 3, background: '#abc' } })
  return taskOf(await picture.png().toBuffer())
}

function taskOf(bytes: Uint8Array): DecodingTask {
  return { kind: 'picture', bytes, maxWidth: 1000, maxHeight: 1000 }
}

async function widthOf(decoded: DecodedPicture): Promise<number | undefined> {
  return 'picture' in decoded ? (await sharp(decoded.picture).metadata()).width : undefined
}

function sizeOf(decoded: DecodedPicture): number | string {
  if ('problem' in decoded) return decoded.problem
  return 'picture' in decoded ? decoded.picture.length : 0
}
