import { generateURI, verifySync } from 'otplib'
import type { Config } from '../../server/config.ts'
import { openSealedText, sealText } from '../../server/context/sealing.ts'
import { keyedDigest } from '../../server/context/signing.ts'
import type { Identity } from '../identity/rules.ts'

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20
const stepSeconds = 30

/**
 * The secret that goes with a random code: always the same for it, so that a page that is opened twice shows one, and
 * offering it stores nothing.
 */
export function timeSecretOf(kind: Identity['kind'], code: string, config: Config): string {
  return encodeBase32(keyedDigest(`${kind} time secret`, code, config).subarray(0, secretBytes))
}

/** The address that authenticator apps read from the QR code. */
export function timeSecretUri(
  secret: string,
  email: string,
  { SITE_NAME }: Pick<Config, 'SITE_NAME'>,
): string {
  return generateURI({ issuer: SITE_NAME, label: email, secret })
}

/**
 * The time step of a code that is right now, or was or will be one step of 30 seconds away; null for a wrong one, and for
 * one of a step that was used already (RFC 6238, 5.2).
 */
export function findTimeStep(secret: string, code: string, now: Date, lastStep: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ secret, token: code, epoch, epochTolerance: stepSeconds })
  if (!result.valid) return null
  const step = Math.floor(epoch / stepSeconds) + result.delta
  return step > lastStep ? step : null
}

export function sealTimeSecret(secret: string, { kind, id }: Identity, config: Config): string {
  return sealText(`${kind} time secret`, secret, String(id), config)
}

/** Null when it was sealed with a SECRET that this deployment no longer has. */
export function openTimeSecret(
  sealed: string,
  { kind, id }: Identity,
  config: Config,
): { text: string; isPresentKey: boolean } | null {
  return openSealedText(`${kind} time secret`, sealed, String(id), config)
}

function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map(five => base32Letters[Number.parseInt(five, 2)]).join('')
}
