/**
 * The wider networks of an IPv6 network of 64 bits (56 and 48 bits), which one customer may have; none for other
 * addresses.
 */
export function widerNetworksOf(address: string): string[] {
  const group = /^[\da-f]+:[\da-f]+:[\da-f]+:([\da-f]+)::\/64$/.exec(address)?.[1]
  if (group === undefined) return []
  const middle = (Number.parseInt(group, 16) & 0xff00).toString(16)
  return [address.replace(`:${group}::/64`, `:${middle}::/56`), wideNetworkOf(address)]
}

/** Of an address that is an IPv6 network (`2001:db8:1:2::/64`) the 48 bits that one customer may have; else the address. */
export function wideNetworkOf(address: string): string {
  const prefix = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(address)?.[1]
  return prefix === undefined ? address : `${prefix}::/48`
}
