import type { FocusEvent } from 'react'

/** Scrolls a focused link of a scrolling row into view, which browsers do only halfway (R816). */
export function scrollFocusedIntoView({ target }: FocusEvent): void {
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
