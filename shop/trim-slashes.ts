/** The address without slashes at its end; an expression such as `/\/+$/` would try again from each of them. */
export function trimEndSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}

export function trimSlashes(path: string): string {
  return trimEndSlashes(path.replace(/^\/+/, ''))
}
