import { useEffect, useState } from 'react'

/** Tells the action that scripts run on the page, so that it may be answered by one that moves on by itself. */
export function HydrationMarker() {
  const [alive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  return alive ? <input type="hidden" name="alive" value="1" /> : null
}

export function isHydrated(form: FormData): boolean {
  return form.has('alive')
}
