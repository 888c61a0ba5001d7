/** Of an address that is an IPv6 network (`2001:db8:1:2::/64`) the 48 bits that one customer may have; else the address. */
export function wideNetworkOf(address: string): string {
  const prefix = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(address)?.[1]
  return prefix === undefined ? address : `${prefix}::/48`
}
