/** When a token of the platform ends, by its own claim `eat` (or `exp`); null without one. */
export function expiryOf(jwt: string): Date | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
    const { eat, exp } = claims as { eat?: unknown; exp?: unknown }
    const seconds = [eat, exp].filter(one => typeof one === 'number' && Number.isFinite(one)) as number[]
    return seconds.length > 0 ? new Date(Math.min(...seconds) * 1000) : null
  } catch {
    return null
  }
}
