import * as fs from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { quickFolder } from '../../../test/folders.ts'
import { packFolder, UnreadableBackup, unpackFile } from './backup-file.ts'

const home = fs.mkdtempSync(join(quickFolder(), 'doron-backup-file-'))
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))

const passphrase = 'κλειδί of the tests'
const folderNamed = (name: string) => {
  const folder = join(home, name)
  fs.mkdirSync(folder)
  return folder
}
const packed = folderNamed('packed')
fs.writeFileSync(join(packed, 'letter'), 'καλημέρα')
/** tar reads no further than where the archive ends, and may have ended when the rest of the file is read. */
const padding = Buffer.alloc(3_000_000)

test('a file that is longer than what tar reads of it is unpacked', async () => {
  const file = join(home, 'plain')
  await packFolder(packed, file)
  fs.appendFileSync(file, padding)
  const folder = folderNamed('plain-unpacked')
  await unpackFile(file, folder)
  expect(fs.readFileSync(join(folder, 'letter'), 'utf8')).toBe('καλημέρα')
})

test('an encrypted file is read to its end, where its tag shows that something was changed', async () => {
  const file = join(home, 'encrypted')
  await packFolder(packed, file, passphrase)
  await unpackFile(file, folderNamed('encrypted-unpacked'), passphrase)
  const bytes = fs.readFileSync(file)
  bytes[bytes.length - 1]! ^= 1
  fs.writeFileSync(file, bytes)
  const unpacking = unpackFile(file, folderNamed('changed-unpacked'), passphrase)
  await expect(unpacking).rejects.toThrow(UnreadableBackup)
})

test('a file that ends too early is refused', async () => {
  const file = join(home, 'short')
  await packFolder(packed, file)
  fs.truncateSync(file, 1030)
  await expect(unpackFile(file, folderNamed('short-unpacked'))).rejects.toThrow(UnreadableBackup)
})
