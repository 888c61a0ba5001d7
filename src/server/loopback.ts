/** Whether a host name, as `URL` writes it, is this machine's own: what is sent there does not leave it. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
}

export interface DemoSettings {
  SHOP_STORE_HASH?: string | undefined
  HOST: string
  SITE_URL: string
  TRUST_PROXY: boolean
}

/** Whether this is a demonstration: the embedded shop, which this machine alone reaches (R951). */
export function isDemonstration({ SHOP_STORE_HASH, HOST, SITE_URL, TRUST_PROXY }: DemoSettings): boolean {
  const listensAt = HOST.includes(':') ? `[${HOST}]` : HOST
  return (
    SHOP_STORE_HASH === undefined &&
    !TRUST_PROXY &&
    isLoopbackName(listensAt) &&
    isLoopbackName(new URL(SITE_URL).hostname)
  )
}
