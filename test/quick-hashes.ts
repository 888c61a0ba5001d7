import crypto, { type BinaryLike } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Tests hash hundreds of passwords, each of which takes some 45 ms of a core; here they take none. The cost that was asked
 * for is hashed along, so that hashes of different cost differ; one below today's, which a test may know, is as it is.
 */
const { argon2, scrypt } = crypto
const belowToday = 10_000
let isQuick = true

/** What a test does whose subject is how long a hash takes. */
export async function withSlowHashes(act: () => Promise<void>): Promise<void> {
  isQuick = false
  await act().finally(() => {
    isQuick = true
  })
}

const quickArgon2: typeof argon2 = (algorithm, parameters, done) => {
  const { memory, passes, parallelism } = parameters
  if (!isQuick || memory < belowToday) return argon2(algorithm, parameters, done)
  const least = { memory: 8 * parallelism, passes: 1, associatedData: Buffer.from(`${memory} ${passes}`) }
  return argon2(algorithm, { ...parameters, ...least }, done)
}

/** As the embedded shop calls it: without options. */
const quickScrypt = (
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  done: Parameters<typeof scrypt>[3],
) => scrypt(password, salt, length, { N: 2 }, done as (error: Error | null, key: Buffer) => void)

Object.assign(crypto, { argon2: quickArgon2, scrypt: quickScrypt })
syncBuiltinESMExports()
