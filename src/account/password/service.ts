import { argon2 as argon2Raw, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { normalizePassword } from '../customer/rules.ts'

const argon2 = promisify(argon2Raw)

interface Cost {
  /** KiB. */
  memory: number
  passes: number
  parallelism: number
}

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane; some 45 ms. Raise it here, hashes follow at the next sign-in. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const hashBytes = 32

/** The hash with its parameters and salt, in the PHC form `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const { memory, passes, parallelism } = cost
  const hash = await derive(password, salt, cost, hashBytes)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain64(salt)}$${plain64(hash)}`
}

/**
 * Whether the password belongs to the hash. Without a hash (an unknown e-mail) the same work is done and the
 * answer is no, so that the time tells nothing.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const kept = parse(hash ?? (await decoy()))
  if (!kept) return false
  const derived = await derive(password, kept.salt, kept.cost, kept.hash.length)
  return timingSafeEqual(derived, kept.hash) && hash !== undefined
}

/** True when the hash was made at a lower cost than today's. */
export function needsRehash(hash: string): boolean {
  const kept = parse(hash)?.cost
  return !kept || kept.memory < cost.memory || kept.passes < cost.passes
}

let decoyHash: Promise<string> | undefined
function decoy(): Promise<string> {
  decoyHash ??= hashPassword(randomBytes(16).toString('hex'))
  return decoyHash
}

function derive(password: string, salt: Buffer, { memory, passes, parallelism }: Cost, tagLength: number) {
  const message = normalizePassword(password)
  return argon2('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength })
}

function parse(hash: string): { cost: Cost; salt: Buffer; hash: Buffer } | null {
  const [, memory, passes, parallelism, salt, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash) ?? []
  if (!salt || !tag) return null
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(tag, 'base64'),
  }
}

function plain64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** A fresh code of 256 bits for a letter, of which the database keeps only the hash. */
export function createOneTimeCode(): { code: string; code_hash: Buffer } {
  const code = randomBytes(32).toString('base64url')
  return { code, code_hash: hashOneTimeCode(code) }
}

export function hashOneTimeCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
