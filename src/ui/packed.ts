/** A value as JSON text. */
export type Packed<T> = string & { readonly holds?: T }

/**
 * For a long list on its way from a loader to the browser: the router's own notation numbers every part of it, which
 * takes twice the room in the document.
 */
export function packed<T>(value: T): Packed<T> {
  return JSON.stringify(value)
}

export function unpacked<T>(text: Packed<T>): T {
  return JSON.parse(text) as T
}
