import { spawn } from 'node:child_process'
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { PassThrough, type Readable, type Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Says that a backup can't be read, in a sentence for whoever restores it. */
export class UnreadableBackup extends Error {}

const magic = Buffer.from('DORONBK1')
const sizes = { salt: 16, iv: 12, tag: 16 }

/** The key of a passphrase; a guess costs a fifth of a second and 128 MB. */
const keyOf = (passphrase: string, salt: Buffer) =>
  scryptSync(passphrase, salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 })

/** Packs a folder into one file, which only its owner may read; with a passphrase encrypted (AES-256-GCM). */
export async function packFolder(folder: string, file: string, passphrase?: string): Promise<void> {
  const tar = startTar(['-C', folder, '-cf', '-', '.'])
  const output = fs.createWriteStream(file, { flags: 'wx', mode: 0o600 })
  if (passphrase === undefined) await pipeline(tar.stdout, output)
  else {
    const [salt, iv] = [randomBytes(sizes.salt), randomBytes(sizes.iv)]
    const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), iv)
    output.write(Buffer.concat([magic, salt, iv]))
    await pipeline(tar.stdout, cipher, output, { end: false })
    output.end(cipher.getAuthTag())
    await once(output, 'finish')
  }
  await tar.succeeded
}

/** Unpacks such a file into an empty folder. Throws `UnreadableBackup` when it was changed, or for a wrong passphrase. */
export async function unpackFile(file: string, folder: string, passphrase?: string): Promise<void> {
  const isEncrypted = readPart(file, 0, magic.length).equals(magic)
  if (isEncrypted && passphrase === undefined)
    throw new UnreadableBackup('The backup is encrypted: set BACKUP_PASSPHRASE.')
  const tar = startTar(['-C', folder, '-xpf', '-'])
  const source = isEncrypted ? decrypt(file, passphrase ?? '') : fs.createReadStream(file)
  try {
    await pipeline(source, drainInto(tar.stdin))
    await tar.succeeded
  } catch (error) {
    throw new UnreadableBackup('The backup can’t be read: it is damaged, or the passphrase is another.', {
      cause: error,
    })
  }
}

function decrypt(file: string, passphrase: string): Readable {
  const headSize = magic.length + sizes.salt + sizes.iv
  const head = readPart(file, 0, headSize)
  const end = fs.statSync(file).size - sizes.tag
  const salt = head.subarray(magic.length, magic.length + sizes.salt)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, salt), head.subarray(-sizes.iv))
  decipher.setAuthTag(readPart(file, end, sizes.tag))
  const output = new PassThrough()
  pipeline(
    fs.createReadStream(file, { start: headSize, end: end - 1 }),
    decipher as unknown as Transform,
    output,
  ).catch(error => output.destroy(error))
  return output
}

function readPart(file: string, position: number, size: number): Buffer {
  const buffer = Buffer.alloc(size)
  const handle = fs.openSync(file, 'r')
  try {
    return buffer.subarray(0, fs.readSync(handle, buffer, 0, size, position))
  } finally {
    fs.closeSync(handle)
  }
}

/**
 * Takes all of a file, and so checks the tag at its end, though tar stops reading where its archive ends. Whether tar got
 * what it needed, it says when it ends.
 */
function drainInto(stdin: Writable): Writable {
  const all = new Writable({
    write: (part, _, done) => (stdin.writable ? stdin.write(part, () => done()) : done()),
    final: done => (stdin.writable ? stdin.end(() => done()) : done()),
  })
  stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (!['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'].includes(error.code ?? '')) all.destroy(error)
  })
  return all
}

/** The system's tar. */
function startTar(args: string[]) {
  const child = spawn('tar', args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', text => {
    said += text
  })
  const succeeded = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code =>
      code === 0 ? resolve() : reject(new Error(`tar ended with ${code}: ${said.trim()}`)),
    )
  })
  // Whoever waits for it is told; nobody may be waiting yet.
  succeeded.catch(() => {})
  return { stdin: child.stdin, stdout: child.stdout, succeeded }
}
